"""The pictures of Fertility (see `icons.svg`): resources, fields, gods, monuments and signs.

Each resource has its own ground, so a valley reads at a glance. On strong grounds the main shape is
chalk. Monuments are silhouettes, which take the colour of their group.
"""

from nomarch.draw import svg
from nomarch.draw.icon_files import load_icons

_icons = load_icons(__package__)

RESOURCES = tuple(_icons[name] for name in ("alabaster", "bovine", "grape", "papyrus", "wheat"))
"""The four resources, and wheat."""
GROUNDS: tuple[str, ...] = ("stone", "clay", "amethyst", "malachite", "gold")
QUARTERS = ((0, 0), (24, 0), (0, 24), (24, 24))
ANY = "".join(
    svg.group(svg.rect(0, 0, 48, 48, f"f-{ground} line", 4), picture, at=at, scale=0.5)
    for picture, ground, at in zip(RESOURCES, GROUNDS, QUARTERS, strict=False)
)
"""Any of the four resources: all of them, small."""
WATER = _icons["water"]

GODS = tuple(_icons[name] for name in ("anubis", "bastet", "horus", "sobek", "thoth"))
ANY_GOD = _icons["any-god"]

MONUMENTS = tuple(_icons[name] for name in ("obelisk", "pyramid", "sphinx", "temple"))

EXCHANGE = _icons["exchange"]
QUARRY = _icons["quarry"]
COIN = _icons["coin"]

CATEGORIES = (
    *((ANY, "papyrus"), (RESOURCES[2], "amethyst"), (ANY_GOD, "turquoise")),
    *((svg.group(MONUMENTS[1], class_="f-malachite"), "sand"), (RESOURCES[4], "gold")),
)
"""Pictures and grounds by scoring category."""
