"""The pictures of Amun-Re on the 48 grid: what stands on provinces, and one per power card."""

from nomarch.draw.icon_pen import both, disc, flat, inked, painted, small, stroke
from nomarch.draw.textures import shadow
from nomarch.games.amun_re.components import CARD_PHASE

# --- What stands on the board -------------------------------------------------------------------

FARMER = (
    painted("chalk", "M10 45C10 31 15 24 24 24C33 24 38 31 38 45Z")
    + disc("clay", 24, 18, 8)
    + painted("gold", "M8 15C13 14 15 5 24 5C33 5 35 14 40 15C34 18 14 18 8 15Z")
)

BRICK = (
    painted("clay", "M4 20H35V39H4Z")
    + painted("sand", "M4 20L13 10H44L35 20Z")
    + painted("stone", "M35 20L44 10V29L35 39Z")
    + inked("M4 29.5H35M20 20V29.5M12 29.5V39M27 29.5V39")
)

PYRAMID = (
    shadow("M12 43L30 42L46 33L54 40L34 47Z")
    + painted("gold", "M22 4L30 43H2Z")
    + painted("clay", "M22 4L46 40L30 43Z")
    + stroke("clay", "M15 24H25M10 34H27", 1.6)
    + stroke("soot", "M27 24L33 22M29 34L40 32", 1.2)
    + painted("linen", "M22 4L26.5 16H16.5Z")
)

TEMPLE = (
    painted("sand", "M14 44V26H34V44Z")
    + flat("ink", "M20 44V31H28V44Z")
    + both(painted("sand", "M2 44L5 14H16L18 44Z") + painted("turquoise", "M3 7H18L16 14H5Z"))
    + disc("gold", 24, 17, 5)
)

CAMEL = painted(
    "clay",
    "M9 44V33C5 30 4 25 6 21C8 17 11 16 12.5 13C14 9 19 9 20.5 13C22 16 23.5 16 25 13"
    "C27 9 31 10 32.5 14C34 18 36 17 36 13V9C36 5 39 4 42 4L46 8L45 11H41V19"
    "C41 26 38 29 34 31V44H30V32H15L14 44Z",
)

COIN = disc("gold", 24, 24, 20) + '<circle class="nofill hair" cx="24" cy="24" r="15.5"/>'

CARD_BACK = (
    '<rect class="f-lapis line" x="9" y="3" width="30" height="42" rx="4"/>'
    + disc("gold", 24, 18, 7)
    + stroke("gold", "M14 35C18 31 30 31 34 35M18 40H30", 2.5)
)

_NEMES = "M24 4C35 4 38 11 38.5 19L45 43H32L31 35H17L16 43H3L9.5 19C10 11 13 4 24 4Z"
PHARAOH = (
    painted("gold", _NEMES)
    + both(flat("lapis", "M9.5 21L15 20V24L8.5 25ZM7 30L15 28.5L16.5 33L6 34ZM4.5 39H16V43H3.3Z"))
    + inked(_NEMES)
    + painted("sand", "M15 16H33V27C33 33 29 37 24 37C19 37 15 33 15 27Z")
    + flat("ink", "M17 23Q20 19 23 23Q20 26 17 23ZM25 23Q28 19 31 23Q28 26 25 23Z")
    + painted("carnelian", "M21.5 15C19 10 21.5 5 24 3C26.5 5 29 10 26.5 15Z")
)

HAND = painted(
    "sand",
    "M10 45V30C6 26 6 22 8 20L13 25V8C13 4 18 4 18 8V20V5C18 1 23 1 23 5V20V6C23 2 28 2 28 6V21"
    "V10C28 6 33 6 33 10V24L38 20C42 18 44 22 41 25L33 37V45Z",
) + stroke("clay", "M12 40H31", 3)

PLOT = painted("reed", "M9 14H50L41 40H0Z") + stroke(
    "malachite", "M19 16L11 38M29 16L21 38M39 16L31 38", 2.4
)

PALM = (
    shadow("M22 44L46 38L47 42L26 47Z")
    + stroke("clay", "M23 45C25 34 25 26 23 17", 4)
    + flat(
        "malachite",
        "M23 17C17 8 9 8 4 15C11 13 16 15 23 17C16 17 10 21 8 29C14 23 18 20 23 17"
        "C30 20 35 24 38 30C38 21 31 17 23 17C31 14 37 14 43 17C39 8 29 8 23 17Z",
    )
)

ROCK = (
    shadow("M8 42L34 46L48 40L40 34Z")
    + flat("clay", "M4 42L10 28L20 22L32 26L42 40L28 43Z")
    + flat("papyrus-edge", "M4 42L10 28L20 22L23 33L16 43Z")
)

BOAT = (
    flat("linen", "M22 6C36 12 38 24 24 34Z")
    + stroke("clay", "M22 4V37", 2)
    + painted("clay", "M2 31C6 34 10 36 16 36H32Q42 36 46 28C45 38 40 43 32 43H16Q4 43 2 31Z")
)

STAMPS = {
    "farmer": FARMER,
    "brick": BRICK,
    "pyramid": PYRAMID,
    "temple": TEMPLE,
    "camel": CAMEL,
    "coin": COIN,
    "card": CARD_BACK,
    "pharaoh": PHARAOH,
    "hand": HAND,
    "plot": PLOT,
    "palm": PALM,
    "rock": ROCK,
    "boat": BOAT,
}
"""Pictures used many times on a board, by name."""

# --- Power cards --------------------------------------------------------------------------------

_BLOCK = (
    painted(
        "carnelian", "M24 3C31 7 37 8 42 8V22C42 34 34 41 24 45C14 41 6 34 6 22V8C11 8 17 7 24 3Z"
    )
    + painted("chalk", "M12 19H36V28H12Z")
    + inked("M20 19V28M28 19V28")
)

_PAWN = "M17 42C17 34 20 31 21 26C17 24 17 17 24 17C31 17 31 24 27 26C28 31 31 34 31 42Z"
_SAME = (
    painted("lapis", _PAWN)
    + stroke("ink", "M8 30A18 18 0 1 1 40 30", 6)
    + stroke("gold", "M8 30A18 18 0 1 1 40 30", 3)
    + painted("gold", "M47 26L40 37L32 27Z")
)

_FREE = (
    small(FARMER, -4, 1, 0.95)
    + disc("malachite", 37, 13, 10)
    + stroke("chalk", "M37 8V18M32 13H42", 3)
)

_ARCHITECT = (
    painted("clay", "M24 4L44 44H36L24 18L12 44H4Z")
    + painted("sand", "M13 30H35V36H13Z")
    + inked("M24 18V33")
    + painted("gold", "M24 45L20.5 37H27.5Z")
)

_ADJUST = (
    painted("stone", "M22 10H26V42H22ZM14 41H34V45H14Z")
    + painted("gold", "M4 13L44 7V11L4 17Z")
    + disc("gold", 24, 10, 4)
    + inked("M8 16L3 30M8 16L14 30M40 11L34 25M40 11L46 25")
    + painted("turquoise", "M2 30H16C15 36 3 36 2 30Z")
    + painted("carnelian", "M32 25H47C46 31 33 31 32 25Z")
)

_EIGHT = COIN + '<path class="nofill bold" d="M24 23A5.2 5.2 0 1 1 24.1 23A6.2 6.2 0 1 1 24 23Z"/>'

_EAR = "M24 4C28 8 28 12 24 16C20 12 20 8 24 4Z"
_GRAIN = "M24 25C24 18 28 15 34 14C35 21 31 25 24 25ZM24 36C24 29 28 26 34 25C35 32 31 36 24 36Z"
_EXTRA = (
    small(inked("M24 14V46") + both(painted("gold", _GRAIN)) + painted("gold", _EAR), -7, 0, 1)
    + disc("gold", 36, 35, 10)
    + inked("M36 30V40M31 35H41")
)

_BONUS_CARDS = (
    f'<g transform="rotate(-18 24 44)">{small(CARD_BACK, 6, 4, 0.75)}</g>'
    f'<g transform="rotate(18 24 44)">{small(CARD_BACK, 6, 4, 0.75)}</g>'
    + small(CARD_BACK, 6, 1, 0.75)
)

_BONUS_FARMERS = small(FARMER, -1, 4, 0.6) + small(FARMER, 20, 4, 0.6) + small(FARMER, 9, 17, 0.62)

_BONUS_EGYPT = (
    painted("chalk", "M17 22C14 12 18 3 23 3C29 3 33 12 31 22Z")
    + inked("M4 25H10M15 25H21M27 25H33M38 25H44")
    + painted("carnelian", "M12 44V29H33L38 29C38 33 35 35 31 35V44Z")
    + stroke("carnelian", "M32 32C36 27 42 29 40 34", 2.5)
)

_BONUS_BANK = (
    painted(
        "lapis", "M20 3C27 11 15 19 21 26C26 33 16 39 20 45H29C25 39 35 33 30 26C24 19 36 11 29 3Z"
    )
    + painted("gold", "M2 24L11 16V21H15V27H11V32Z")
    + painted("gold", "M46 24L37 16V21H33V27H37V32Z")
)

_BONUS_NILE = (
    stroke("malachite", "M15 26V9M24 26V5M33 26V9", 3)
    + both(painted("malachite", "M15 3C18 7 18 12 15 15C12 12 12 7 15 3Z"))
    + painted("malachite", "M24 0C27 4 27 9 24 12C21 9 21 4 24 0Z")
    + painted("lapis", "M3 30L10 24L17 30L24 24L31 30L38 24L45 30V45H3Z")
    + stroke("chalk", "M5 38L11 33L17.5 38L24 33L30.5 38L37 33L43 38", 2.5)
)

ICONS: tuple[str, ...] = (
    _BLOCK, _SAME, _FREE, _ARCHITECT, _ADJUST, _EIGHT, _EXTRA,
    _BONUS_CARDS, _BONUS_FARMERS, _BONUS_EGYPT, _BONUS_BANK, _BONUS_NILE,
)  # fmt: skip
"""Pictures by power card, without the ground."""

_BY_PHASE = {2: "sand", 3: "turquoise", 4: "papyrus-deep", 5: "papyrus-edge", 6: "chalk"}
GROUNDS = tuple(_BY_PHASE[phase] for phase in CARD_PHASE)
"""Ground colours by card: one for each phase."""
