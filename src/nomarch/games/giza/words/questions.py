"""Questions of Giza's puzzles that the rules answer."""

from nomarch.games.giza.rules import box, ending, st
from nomarch.games.giza.words import component_names as terms, tips
from nomarch.kernel.declare.questions import CountQuestion, best_question
from nomarch.kernel.declare.sentences import Translate, listed


def _why_board(t: Translate, view: st.State, seat: int) -> str:
    parts = [
        f"{terms.site(t, site)} {terms.signed(ending.site_points(view, seat, site))}"
        for site in range(box.SITES)
    ]
    return f"{listed(parts)}."


def _best(view: st.State, seat: int) -> tuple[int, int]:
    """The points and the tile of the best play on one's own board."""
    found = [(0, -1)]
    for tile in view.hand[seat]:
        own = [place for place in tips.takers(view, seat, tile) if tile >= 0 and place[0] == seat]
        found += [(tips.change(view, tile, *place), tile) for place in own]
    return max(found)


def _playable(view: st.State, seat: int) -> int:
    return sum(tile >= 0 and bool(tips.takers(view, seat, tile)) for tile in view.hand[seat])


def _why_playable(t: Translate, view: st.State, seat: int) -> str:
    fitting = [tile for tile in view.hand[seat] if tile >= 0 and tips.takers(view, seat, tile)]
    names = [terms.tile(t, tile) for tile in fitting]
    return t("These fit: {tiles}.").format(tiles=listed(names) or "–")


def _three(view: st.State, seat: int) -> list[tuple[int, int]]:
    """Three tiles of the hand that fit at home, and what each adds there at most."""
    found = {}
    for tile in sorted({int(tile) for tile in view.hand[seat] if tile >= 0}):
        own = [place for place in tips.takers(view, seat, tile) if place[0] == seat]
        if own:
            found[tile] = max(tips.change(view, tile, *place) for place in own)
    return list(found.items())[:3]


QUESTIONS = (
    CountQuestion(
        "board",
        "points",
        lambda t, view, seat: t("How many points is your board worth now?"),
        lambda view, seat: int(ending.board_points(view, seat)),
        _why_board,
        lambda view, seat: sum(view.height[seat]) > 4,
        1000,
    ),
    CountQuestion(
        "best",
        "treasure",
        lambda t, view, seat: t(
            "How many points can a single tile of your hand add to your board this turn, at most?"
        ),
        lambda view, seat: _best(view, seat)[0],
        lambda t, view, seat: t("The best one is {tile}.").format(
            tile=terms.a_tile(t, _best(view, seat)[1])
        ),
        lambda view, seat: view.phase == st.TURN and _best(view, seat)[0] > 1,
        1300,
    ),
    CountQuestion(
        "playable",
        "keep",
        lambda t, view, seat: t("How many of the tiles in your hand fit somewhere at the table?"),
        _playable,
        _why_playable,
        lambda view, seat: view.phase == st.TURN and 0 < _playable(view, seat) < box.HAND,
        1700,
    ),
    best_question(
        "three",
        "points",
        lambda t: t("Which of these tiles can add most to your own board this turn?"),
        _three,
        terms.a_tile,
        1150,
    ),
)
