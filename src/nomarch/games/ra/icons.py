"""The pictures of Ra's tiles on the 48 grid, and the ground of each.

Every family has its own ground, so a row of tiles reads at a glance. On strong grounds the main
shape is chalk, which contrasts in both themes.
"""

from nomarch.draw.icon_pen import both, disc, dot, flat, inked, painted, stroke

_RA = (
    disc("gold", 22, 11.5, 7.5)
    + painted(
        "chalk",
        "M7 44C4 29 7 16 21 16C29 16 33.5 18.5 35.5 22.5C41.5 22.5 46 28 43.5 35.5"
        "C41 32.5 37.5 32 34.5 32.5C33.5 36 34.5 40 37 44Z",
    )
    + painted("lapis", "M7 44C4 29 7 16 21 16C22 16 22.5 16 23.5 16.2C15.5 21 14.5 29 18 35L20 44Z")
    + inked("M35.5 22.5C36.5 26 36 29 34.5 32.5")
    + dot("ink", 28, 24.5, 3)
    + flat("ink", "M25 29C32 29 32.5 36 26 42C27 37 26 33 25 29Z")
)

_GOD = (
    disc("chalk", 24, 24, 20)
    + flat(
        "kohl",
        "M11.5 39.5L13 29C12 25 12.5 22 14.5 20L14 7.5C18.5 10 20.5 13 21.5 16.5L23.5 9"
        "C26.5 11.5 27.5 15 27.5 18.5C31 21 34 23 40 24.5C42 25.5 42 27.5 41 29"
        "C37 31 32 31 29.5 33L32 42C26 45 17 44.5 11.5 39.5Z",
    )
    + flat("chalk", "M23.5 22L30 24L25 25.5Z")
    + flat("gold", "M12.3 33L29.6 34L30.8 39L11.6 38Z")
)

_NEMES = "M24 6C34 6 37 12 37.5 20L44 42H32L31 34H17L16 42H4L10.5 20C11 12 14 6 24 6Z"
_PHARAOH = (
    flat("gold", _NEMES)
    + both(
        flat(
            "lapis",
            "M10 22L15 21V25L9 26ZM7.7 30L15 29L17 33L6.5 34ZM5 38H16V42H4ZM11 13L16 16V20L11 18Z",
        )
    )
    + inked(_NEMES)
    + painted("sand", "M15 17H33V27C33 33 29 36.5 24 36.5C19 36.5 15 33 15 27Z")
    + flat("ink", "M17 24Q20 20 23 24Q20 27 17 24ZM25 24Q28 20 31 24Q28 27 25 24Z")
    + inked("M22 31H26")
    + painted("lapis", "M21.5 36.5H26.5L26 44H22Z")
    + painted("carnelian", "M22 17C18.5 11 21.5 5 24 4C26.5 5 29.5 11 26 17Z")
)

_NILE = (
    painted("gold", "M23 4H25V10H23Z")
    + painted("chalk", "M10 8H35C38 14 38 20 35 25H10C13 20 13 14 10 8Z")
    + inked("M24 8V29")
    + painted(
        "gold",
        "M4 18C6.5 20 7 25 10 28H38C41 25 41.5 20 44 18C45 29 39 36 33 36H15C9 36 3 29 4 18Z",
    )
    + stroke(
        "chalk", "M5 43L9.75 39.5L14.5 43L19.25 39.5L24 43L28.75 39.5L33.5 43L38.25 39.5L43 43", 2.5
    )
)

_DROP = "c5 7 5 12 0 12c-5 0 -5 -5 0 -12Z"
_FLOOD = (
    painted("chalk", f"M12 5{_DROP}M24 4{_DROP}M36 5{_DROP}")
    + painted("lapis", "M4 27L11 20L17.5 26L24 20L30.5 26L37 20L44 27V36H4Z")
    + painted("chalk", "M4 34L11 27L17.5 33L24 27L30.5 33L37 27L44 34V40H4Z")
    + painted("malachite", "M4 41L11 34L17.5 40L24 34L30.5 40L37 34L44 41V44H4Z")
)

_ART = (
    stroke("ink", "M18 12C7 9 7 22 13 24M30 12C41 9 41 22 35 24", 3)
    + painted("carnelian", "M17 4H31L28.5 13C39 18 38 32 29 40L30 44H18L19 40C10 32 9 18 19.5 13Z")
    + painted("chalk", "M12.2 22H35.8C36.4 25 36 28 34.5 31H13.5C12 28 11.6 25 12.2 22Z")
    + inked("M14 28.5L19 24.5L24 28.5L29 24.5L34 28.5")
)

_AGRICULTURE = (
    inked("M24 14V44")
    + both(
        painted("malachite", "M24 44C25 38 31 35 39 35C37 41 32 44 24 44Z")
        + painted(
            "gold",
            "M24 35C24 28 28 25 35 24C36 31 32 35 24 35Z"
            "M24 25C24 18 28 15 35 14C36 21 32 25 24 25Z",
        )
    )
    + painted("gold", "M24 4C29 8 29 12 24 16C19 12 19 8 24 4Z")
)

_RELIGION = (
    '<path class="f-lapis line" fill-rule="evenodd" d="'
    "M20.5 24C13 19 12 4 24 4C36 4 35 19 27.5 24H42V31H28L30 44H18L20 31H6V24Z"
    'M24 21.5C20 18 18 10 24 10C30 10 28 18 24 21.5Z"/>'
)

_ASTRONOMY = (
    disc("lapis", 24, 24, 20)
    + flat(
        "chalk",
        "M24 6L26.3 20.8L41.1 18.4L27.7 25.2L34.6 38.6"
        "L24 28L13.4 38.6L20.3 25.2L6.9 18.4L21.7 20.8Z",
    )
    + "".join(dot("gold", x, y, 2) for x, y in ((32, 13), (37, 28), (24, 37), (11, 28), (16, 13)))
)

_WRITING = (
    painted("chalk", "M9 8H37V40H9Z")
    + painted("papyrus-edge", "M5 4H41V12H5ZM5 36H41V44H5Z")
    + inked("M14 20L17 17L20 20L23 17L26 20M14 25.5H22M14 31H19")
    + painted("carnelian", "M40 12L44 16L28 32L22 34L24 28Z")
)


def _ingot(x: int, y: int) -> str:
    return painted("gold", f"M{x + 4} {y}H{x + 15}L{x + 19} {y + 16}H{x}Z") + flat(
        "chalk", f"M{x + 6} {y + 4}H{x + 9}L{x + 7} {y + 12}H{x + 4}Z"
    )


_GOLD = _ingot(4, 26) + _ingot(25, 26) + _ingot(14, 8)

_MERLON = "a2.4 3.5 0 0 1 4.8 0"
_FORTRESS = (
    painted("sand", f"M14.4 43V23{_MERLON}{_MERLON}{_MERLON}{_MERLON}V43Z")
    + both(painted("sand", f"M3 43L4.5 12{_MERLON}{_MERLON}{_MERLON}L18 43Z"))
    + flat("ink", "M20.5 43V31H27.5V43Z")
    + both(flat("ink", "M9 20H13V27H9Z"))
)

_OBELISK = (
    painted("chalk", "M19.5 13H28.5L31 38H17Z")
    + painted("gold", "M24 4L28.5 13H19.5Z")
    + painted("stone", "M11 38H37V44H11Z")
    + inked("M22.5 19H25.5M24 24V28M22.5 33H25.5")
)

_PALACE = (
    both(
        painted("sand", "M4 25H16V43H4Z")
        + flat("ink", "M7 29H9V43H7ZM11.5 29H13.5V43H11.5Z")
        + painted("lapis", "M3 20H16V26H3Z")
    )
    + painted("sand", "M15 43V12H33V43Z")
    + painted("lapis", "M12 12L13 6H35L36 12Z")
    + disc("gold", 24, 19.5, 3)
    + flat("ink", "M19.5 43V28H28.5V43Z")
)

_PYRAMID = (
    painted("chalk", "M22 6L31 42H3Z")
    + painted("stone", "M22 6L45 42H31Z")
    + painted("gold", "M22 6L29 17L24.7 17L17.5 17Z")
)

_SPHINX = (
    painted(
        "sand",
        "M5 39V35C5 28 9 25 14 25C18 25 21 26 24 25L27 11H39.5L41.5 17L39.5 18V21L36.5 22V33H41"
        "C44 33 45 36 44 39Z",
    )
    + painted(
        "lapis", "M24 27C20 20 23 5 33 5C37 5 39.5 7.5 40 11L35.5 12.5C34 16 34.5 20 36 26L30 29Z"
    )
    + inked("M20 39C22 33 18 30 13 32M27 38.5C28 35 31 33 36.5 33")
    + dot("ink", 38, 14.7, 1.2)
    + painted("stone", "M4 39H44V44H4Z")
)

_STATUE = (
    painted("stone", "M6 40V22H12V27H31V40Z")
    + painted(
        "sand",
        "M14 22C14 18 28 18 28 22L27 27H34C37.5 27 38.5 28.5 38.5 31V36L43 38V40H31V33.5H18"
        "C13 33.5 13 30 14 22ZM20 8H30L31.5 12.5L30 13.5V16.5L27 18H20Z",
    )
    + painted(
        "lapis",
        "M16 22C12 15 14 3.5 23 3.5C27 3.5 29.5 5.5 30 9L26 9.5C25 12 25.5 15 26.5 20L22 23Z",
    )
    + inked("M19 24.5V29.5H31")
    + painted("stone", "M4 40H44V44H4Z")
)

_STEPS = "M18 15L19 7H29L30 15H34L35 24H39L40 33H43L44 43H4L5 33H8L9 24H13L14 15Z"
_STEP_PYRAMID = (
    flat("sand", _STEPS)
    + flat("stone", "M24 7H29L30 15H25ZM29 15H34L35 24H30ZM34 24H39L40 33H35ZM38 33H43L44 43H39Z")
    + inked(_STEPS + "M18 15H30M13 24H35M8 33H40")
)

_TEMPLE = (
    painted("sand", "M15 43V27H33V43Z")
    + flat("ink", "M20.5 43V32H27.5V43Z")
    + both(painted("sand", "M3 43L5.5 14H16L18 43Z") + painted("turquoise", "M4 8H17L16 14H5Z"))
    + disc("gold", 24, 18, 5)
)

_FUNERAL = (
    painted(
        "gold",
        "M24 3C31 3 32.5 8 32.5 13C38 16 37.5 24 35.5 30L31 45H17L12.5 30"
        "C10.5 24 10 16 15.5 13C15.5 8 17 3 24 3Z",
    )
    + painted("turquoise", "M14 33H34L33 38H15Z")
    + painted("chalk", "M19 8H29V13C29 19 19 19 19 13Z")
    + flat("ink", "M20.5 11.5H23V13H20.5ZM25 11.5H27.5V13H25Z")
    + inked("M13 22L31 30M35 22L17 30M24 18V21")
)

_DROUGHT = (
    disc("gold", 24, 16, 7)
    + stroke(
        "gold",
        "M24 3.5V5M11.5 16H13M35 16H36.5M15.2 7.2L16.2 8.2M32.8 7.2L31.8 8.2"
        "M15.2 24.8L16.2 23.8M32.8 24.8L31.8 23.8",
        3,
    )
    + painted("clay", "M4 30H44V44H4Z")
    + inked("M13 30L17 36L12 39L14 44M17 36L28 37L31 30M28 37L33 44M38 30L36 35L44 39")
)

_KHOPESH = painted(
    "chalk",
    "M21.5 35V20C21.5 15 28 14 28 9C28 6 25.5 4 22 4L25 0C32 0 36 5 35.5 11C35 18 27 17 27 22V35Z",
) + painted("gold", "M21 33H27.5V42L29 46H19.5L21 42Z")

_UNREST = both(f'<g transform="rotate(36 24 27)">{_KHOPESH}</g>')

_EARTHQUAKE = (
    painted("chalk", "M9 38V25L17 31L20 26L28 32V38Z")
    + painted("clay", "M4 37H34V44H4ZM37 44L36 38L41 36L45 40L44 44Z")
    + '<g transform="rotate(14 28 24)">'
    + painted("chalk", "M15 21L23 27L26 22L34 28V14H15Z")
    + painted("turquoise", "M15 15L10 7H39L34 15Z")
    + "</g>"
)

ICONS: tuple[str, ...] = (
    _RA, _GOD, _PHARAOH, _NILE, _FLOOD,
    _ART, _AGRICULTURE, _RELIGION, _ASTRONOMY, _WRITING,
    _GOLD,
    _FORTRESS, _OBELISK, _PALACE, _PYRAMID, _SPHINX, _STATUE, _STEP_PYRAMID, _TEMPLE,
    _FUNERAL, _DROUGHT, _UNREST, _EARTHQUAKE,
)  # fmt: skip
"""Pictures by tile kind, without the ground."""

GROUNDS: tuple[str, ...] = (
    "carnelian", "gold", "amethyst", "lapis", "turquoise",
    *("sand",) * 5,
    "chalk",
    *("clay",) * 8,
    *("kohl",) * 4,
)  # fmt: skip
"""Ground colours by tile kind."""
