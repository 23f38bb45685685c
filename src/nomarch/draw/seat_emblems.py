"""The six seat emblems: one-colour silhouettes on the 48 grid, in the order of `palette.SEATS`.

Shapes carry no class or fill, so an emblem takes the colour of its group:
`<g class="f-chalk">` + `MARKS[seat]` + `</g>`. Inner shapes are holes (even-odd) or gaps, and
nothing is too thin for 14 px.
"""


def _solid(data: str) -> str:
    """Return a silhouette, filled by the even-odd rule."""
    return f'<path fill-rule="evenodd" d="{data}"/>'


def _both(data: str) -> str:
    """Return a silhouette and its mirror image."""
    return _solid(data) + f'<g transform="matrix(-1 0 0 1 48 0)">{_solid(data)}</g>'


def _around(count: int, shape: str) -> str:
    """Return a shape repeated evenly around the centre."""
    return "".join(
        f'<g transform="rotate({360 * turn / count:g} 24 24)">{shape}</g>' for turn in range(count)
    )


_FEATHER = _solid(
    "M21 47V41C16 39 13.5 35 13 30.5L18 34L12.5 26C12 17 14 9 19.5 6C27 1 39 3 39 12"
    "C39 18 32.5 19 31 15C32.5 18 33.5 21 33.5 25L28 31L33 29.5C32 36 29 39.5 25 41V47Z"
    "M21.5 36C20 26 21.5 16 28.5 9C25 17 24.5 27 25 36Z"
)

_SCARAB = _solid(
    "M16 12C16 1 32 1 32 12ZM12.5 21C12.5 17.5 14 15 16.5 15H31.5C34 15 35.5 17.5 35.5 21Z"
    "M22.5 24V46C15 45 11.5 35 12 24ZM25.5 24V46C33 45 36.5 35 36 24Z"
) + _both("M11 20L4 16V6H8V14L13 16.5ZM10 25.5H2V29.5H10ZM11 33L4 37V46H8V39L13 36.5Z")

_LOTUS = (
    _solid("M24 3C31.5 12 31.5 25 24 34C16.5 25 16.5 12 24 3Z")
    + _both("M9 9C18 13 21 22 20.5 34C12 30 8 20 9 9ZM2 21C9 22 13 27 16 34.5C9 35 3 30 2 21Z")
    + _solid("M14 37.5H34C33 43 29 46 24 46C19 46 15 43 14 37.5Z")
)

_SUN = '<circle cx="24" cy="24" r="10.5"/>' + _around(8, _solid("M19 10L24 1L29 10Q24 8 19 10Z"))

_EYE = (
    _solid("M3 11C14 2 33 2 45 9V14C33 7.5 15 8 3 16.5Z")
    + _solid(
        "M1 25C12 12 33 12 47 25C41 30 34 33 24 33C14 33 7 30 1 25Z"
        "M9 25C12 27.5 16 29 19 29C16.5 26.5 16.5 22 19 19.5C15.5 20 12 22 9 25Z"
        "M29 19.5C31.5 22 31.5 26.5 29 29C32 29 36 27.5 39 25C36 22 32.5 20 29 19.5Z"
    )
    + _solid("M15 34.5H21L20 46Z")
    + _solid(
        "M24 34.5L29 34C31 38 34 41 38 41C40 41 40 38 38 38"
        "V34C46 34 46 45 38 45C31 45 26 41 24 34.5Z"
    )
)

_ANKH = _solid(
    "M20 24C12 18 12 2 24 2C36 2 36 18 28 24H43V31H28L30 46H18L20 31H5V24Z"
    "M24 22C19 18 18 8 24 8C30 8 29 18 24 22Z"
)

MARKS: tuple[str, ...] = (_FEATHER, _SCARAB, _LOTUS, _SUN, _EYE, _ANKH)
