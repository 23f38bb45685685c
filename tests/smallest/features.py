"""What a learning agent sees of Crocodile, always from its own seat's side."""

from nomarch.kernel.declare.features import Features
from tests.smallest import components as box, state as st

FEATURES = Features(st.State)
FEATURES.copy("river", 0, 30, "what still swims", kind=2)
FEATURES.copy("boat", 0, 30)
FEATURES.copy("points", 0, 30, "a player's points", player=box.SEATS)

encode = FEATURES.copier(__name__)
