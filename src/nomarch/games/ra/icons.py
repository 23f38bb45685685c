"""The pictures of Ra's tiles (see `icons.svg`), and the ground of each.

Every family has its own ground, so a row of tiles reads at a glance. On strong grounds the main
shape is bone, which contrasts in both themes.
"""

from nomarch.draw.icon_files import load_icons

_icons = load_icons(__package__)

ICONS = tuple(
    _icons[name]
    for name in (
        *("ra", "god", "pharaoh", "nile", "flood"),
        *("art", "agriculture", "religion", "astronomy", "writing"),
        "gold",
        *("fortress", "obelisk", "palace", "pyramid"),
        *("sphinx", "statue", "step-pyramid", "temple"),
        *("funeral", "drought", "unrest", "earthquake"),
    )
)
"""Pictures by tile kind, without the ground."""

GROUNDS: tuple[str, ...] = (
    *("carnelian", "gold", "amethyst", "lapis", "turquoise"),
    *("limestone",) * 5,
    "bone",
    *("clay",) * 8,
    *("basalt",) * 4,
)
"""Ground colours by tile kind."""

CATEGORIES = (
    *((_icons["god"], "gold"), (_icons["pharaoh"], "amethyst"), (_icons["nile"], "lapis")),
    *((_icons["astronomy"], "limestone"), (_icons["gold"], "bone")),
    *((_icons["step-pyramid"], "clay"), (_icons["ra"], "carnelian")),
)
"""Pictures and grounds by scoring category."""
