"""Egizia: boats down the Nile, crews to feed and three sites to build on, for 2 to 4 players."""

from nomarch.kernel.game import Choice, CudaOptions, Game, Option

GAME = Game(
    id="egizia",
    title="Egizia",
    about="Sail down the Nile for cards and crews, feed them and build the kings' monuments.",
    players=(2, 3, 4),
    rules_version=3,
    options=(
        Option(
            "per_ten",
            "Sphinx card for every ten points",
            "The optional Sphinx card that scores 1 point for every 10 points at the very end.",
            (Choice("in", "In the pile"), Choice("out", "Left in the box")),
        ),
        Option(
            "double_on_heliopolis",
            "Doubling Heliopolis",
            "Whether the card that doubles a round space may be played on the last one.",
            (Choice("barred", "Not allowed"), Choice("allowed", "Allowed")),
        ),
        Option(
            "moving_up",
            "A waiting boat that moves up",
            "When it builds, once somebody at the places did not.",
            (Choice("last", "After all places"), Choice("at_once", "From the freed place", (3, 4))),
        ),
        Option(
            "waiting_bonus",
            "Bonus for building while waiting",
            "Whether a site counts for the bonus where a card let a waiting boat build.",
            (Choice("counts", "It counts"), Choice("left_out", "It does not count", (3, 4))),
        ),
        Option(
            "own_berth",
            "Shared berth beside your own boat",
            "Whether the card lets you place a boat on the round space of your last boat.",
            (Choice("allowed", "Allowed"), Choice("barred", "Only upstream, with that card")),
        ),
    ),
    before={3: {"own_berth": "barred"}},
    cuda=CudaOptions(sort_games=True, inline_below=60),
    minutes=90,
)
