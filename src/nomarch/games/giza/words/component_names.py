"""What the tiles and sites of Giza are called, what tiles do, and what may be told of a board."""

from nomarch.games.giza.rules import box, ending, st
from nomarch.kernel.declare.sentences import FADED, Translate, sentence_case


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def tile(t: Translate, kind: int) -> str:
    """A tile's name, or the name of one that is hidden by now."""
    if kind == FADED:
        return t("hidden tile")
    if kind < box.BAD_STONE:
        return t("+{number} stone").format(number=box.NUMBERS[kind])
    if kind < box.TREASURE:
        return t("−{number} stone").format(number=box.NUMBERS[kind])
    if kind < box.SPHINX_BASE:
        return t("+{number} treasure").format(number=box.NUMBERS[kind])
    return (
        *(t("sphinx base"), t("sphinx body"), t("sphinx head")),
        *(t("demolition"), t("scarab")),
    )[kind - box.SPHINX_BASE]


def a_tile(t: Translate, kind: int) -> str:
    if kind == FADED:
        return t("a hidden tile")
    if kind < box.BAD_STONE:
        return t("a +{number} stone").format(number=box.NUMBERS[kind])
    if kind < box.TREASURE:
        return t("a −{number} stone").format(number=box.NUMBERS[kind])
    if kind < box.SPHINX_BASE:
        return t("a +{number} treasure").format(number=box.NUMBERS[kind])
    return (
        *(t("a sphinx base"), t("a sphinx body"), t("a sphinx head")),
        *(t("a demolition"), t("a scarab")),
    )[kind - box.SPHINX_BASE]


def tile_tip(t: Translate, kind: int, base_points: int) -> str:
    return f"{sentence_case(tile(t, kind))}: {tile_about(t, kind, base_points)}"


def tile_about(t: Translate, kind: int, base_points: int) -> str:
    if kind < box.TREASURE:
        return t("goes on an empty pyramid site, or on a stone or treasure with a higher number")
    if kind < box.SPHINX_BASE:
        return t("goes on a stone with the same number")
    return (
        t("goes on an empty sphinx site; {points} points"),
        t("goes on a sphinx base; +10 points"),
        t("goes on a sphinx body; +15 points"),
        t("removes the top tile of any stack from the game"),
        t("goes anywhere; nothing can be built there until it's removed"),
    )[kind - box.SPHINX_BASE].format(points=signed(base_points))


def site(t: Translate, index: int) -> str:
    return (t("Khufu"), t("Khafre"), t("Menkaure"), t("Sphinx"))[index]


def known_points(view: st.State, seat: int) -> str:
    """A board's points where all its tiles are visible, or a question mark."""
    if view.seat == st.NO_SEAT:
        return signed(view.points[seat])
    return "?" if hides_any(view, seat) else signed(ending.board_points(view, seat))


def hides_any(view: st.State, seat: int) -> bool:
    return any(hidden(view, seat, column) for column in range(box.SITES))


def is_past(view: st.State, seat: int) -> bool:
    """Whether this is a past board of which even a top tile is hidden by now."""
    heights = enumerate(view.height[seat])
    return any(height and hidden(view, seat, column) == height for column, height in heights)


def hidden(view: st.State, seat: int, column: int) -> int:
    return view.stack[seat][column][: view.height[seat][column]].count(st.NO_TILE)


def stack(t: Translate, view: st.State, seat: int, column: int) -> str:
    """A stack from the bottom up, with the number of tiles that are hidden."""
    kinds = view.stack[seat][column][: view.height[seat][column]]
    seen = [tile(t, kind) for kind in kinds if kind != st.NO_TILE]
    if count := hidden(view, seat, column):
        seen.insert(0, t("{count} covered").format(count=count))
    return " / ".join(seen) if seen else "–"
