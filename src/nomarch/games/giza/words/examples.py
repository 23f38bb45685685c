"""What the rules of Giza look like: positions beside the chapters of the help."""

from nomarch.games.giza.positions import KHAFRE, KHUFU, LEFT, ME, OPTIONS, SPHINX, position
from nomarch.games.giza.rules import box, ending, st
from nomarch.kernel.lessons import Example, Translate
from nomarch.kernel.sentences import signed

MINE, THEIRS = f"seat-{ME}", f"seat-{LEFT}"
HAND = "5 -3 3t scarab"


def _worth(view: st.State, *stacks: tuple[int, int]) -> bool:
    """Whether each of my stacks is worth so much."""
    return all(ending.site_points(view, ME, site) == points for site, points in stacks)


def aim(t: Translate) -> tuple[Example, ...]:
    caption, points = (
        t("A board with one good pyramid and two just started, worth {points} points."),
        24,
    )
    prepare = position(HAND, mine=("5 5t 4 2", "4 3", "5 -4", ""))
    return (Example(
        caption.format(points=points), MINE,
        lambda v: ending.board_points(v, ME) == points,
        players=3, options=OPTIONS, prepare=prepare,
    ),)  # fmt: skip


def set_up(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("Your board at the start: three empty pyramid sites, and one for a sphinx."), MINE,
        lambda v: not any(v.height[ME]) and v.held[ME] == box.HAND,
        players=3, options=OPTIONS, prepare=position(HAND),
    ),)  # fmt: skip


def turn(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("A stone, a bad stone, a treasure and a scarab: play one of them, or discard any of them."), "hand",
        lambda v: v.held[ME] == len(HAND.split()) and v.phase == st.TURN,
        players=3, options=OPTIONS, prepare=position(HAND, mine=("4 3", "", "", "")), marked=True,
    ),)  # fmt: skip


def stones(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "The 5 has its treasure and a 3 on top: {first} points. Someone put a bad 2 on the 4: {second} points, and only a 1 or a 2 treasure can follow."
    )
    first, second = 13, 2
    good, bad = box.GOOD_STONE, box.BAD_STONE
    ones = sum(1 << tile for tile in (good, bad, box.TREASURE, box.DEMOLITION, box.SCARAB))
    return (Example(
        caption.format(first=first, second=second), MINE,
        lambda v: _worth(v, (KHUFU, first), (KHAFRE, second)) and not v.takes[ME][KHAFRE] & ~ones,
        players=3, options=OPTIONS, prepare=position(HAND, mine=("5 5t 3", "4 -2", "", "")),
    ),)  # fmt: skip


def sphinx(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "Base {base}, body {body}: this sphinx is worth {sum} points, or {whole} with its head."
    )
    base, body, head = (
        box.POINTS[tile] for tile in (box.SPHINX_BASE, box.SPHINX_BODY, box.SPHINX_HEAD)
    )
    whole = base + body + head
    return (Example(
        caption.format(base=signed(base), body=signed(body), sum=base + body, whole=whole), MINE,
        lambda v: _worth(v, (SPHINX, base + body)),
        players=3, options=OPTIONS, prepare=position(HAND, mine=("5 3", "4", "", "base body")),
    ),)  # fmt: skip


def sabotage(t: Translate) -> tuple[Example, ...]:
    only = 1 << box.DEMOLITION | 1 << box.SCARAB
    return (Example(
        t("You put a scarab on a neighbour's first pyramid: nobody can build there until it's gone."), THEIRS,
        lambda v: v.takes[LEFT][KHUFU] == only,
        players=3, options=OPTIONS, prepare=position(HAND, left=("5 5t 4", "4", "3", "")),
        moves=("play scarab", f"on {LEFT} {box.SITE_NAMES[KHUFU]}"),
    ),)  # fmt: skip


def looking(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("Of a neighbour's three tiles on the first site you only see the top one. You have to remember what's below, so the points are an estimate."), THEIRS,
        lambda v: v.height[LEFT][KHUFU] == 3 and v.stack[LEFT][KHUFU][:2] == [st.NO_TILE] * 2,
        players=3, options=OPTIONS, prepare=position(HAND, left=("5 5t 3", "4 -3", "3", "")),
    ),)  # fmt: skip


def end(t: Translate) -> tuple[Example, ...]:
    caption, points = (
        t(
            "Three pyramids show a 1, good or bad: the game is over, and this board scores {points}."
        ),
        26,
    )
    prepare = position("1 4 3 2", mine=("5 5t 4 1", "4 3 2 -1", "2", ""))
    return (Example(
        caption.format(points=points), MINE,
        lambda v: v.seat == st.NO_SEAT and v.points[ME] == points,
        players=3, options=OPTIONS, prepare=prepare,
        moves=("play stone+1", f"on {ME} {box.SITE_NAMES[2]}"),
    ),)  # fmt: skip
