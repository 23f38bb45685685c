"""Questions of Fertility's puzzles that the rules answer."""

from nomarch.games.fertility.rules import box, scoring, st
from nomarch.games.fertility.words import categories, component_names as terms
from nomarch.kernel.declare.questions import CountQuestion, best_question, tie_question
from nomarch.kernel.declare.sentences import Translate, listed


def _why_debens(t: Translate, view: st.State, seat: int) -> str:
    points = (
        scoring.general_points(view, seat),
        scoring.special_points(view, seat),
        scoring.statue_points(view, seat),
        scoring.monument_points(view, seat),
        box.WHEAT_POINTS[view.wheat[seat]],
    )
    parts = [f"{name} {int(each)}" for name, each in zip(categories(t), points, strict=True)]
    return f"{listed(parts)}."


def _turns(view: st.State, seat: int) -> int:
    return int(box.TURNS_EACH - view.turns // view.players)


def _why_wheat(t: Translate, view: st.State, seat: int) -> str:
    scale = listed([str(points) for points in box.WHEAT_POINTS[1 : view.wheat[seat] + 1]])
    wheat = terms.amount(t, box.WHEAT, view.wheat[seat])
    return t("You have {wheat}. From the first on, they total {scale}.").format(
        wheat=wheat, scale=scale
    )


def _tiles(view: st.State, seat: int) -> list[tuple[int, int]]:
    """The seat's tiles, and how much each brings where it brings most."""
    kinds = [kind for kind, count in enumerate(view.hand[seat]) if count]
    places = [(kind, terms.best_place(view, kind)) for kind in kinds]
    return [(kind, terms.harvest_size(view, kind, *place)) for kind, place in places if place]


QUESTIONS = (
    CountQuestion(
        "debens",
        "complete",
        lambda t, view, seat: t("How many Debens would you have if the game ended now?"),
        lambda view, seat: int(scoring.debens(view, seat)),
        _why_debens,
        lambda view, seat: scoring.debens(view, seat) > 5,
        1600,
    ),
    CountQuestion(
        "turns",
        "district",
        lambda t, view, seat: t("How many turns do you still have, this one included?"),
        _turns,
        lambda t, view, seat: t("Everyone has {count} turns; you have finished {done}.").format(
            count=box.TURNS_EACH, done=box.TURNS_EACH - _turns(view, seat)
        ),
        lambda view, seat: (
            view.phase == st.CHOOSE_TILE
            and not view.long_game
            and 1 < _turns(view, seat) < box.TURNS_EACH
        ),
        900,
    ),
    CountQuestion(
        "wheat",
        "wheat",
        lambda t, view, seat: t("How many Debens is the wheat in your granary worth?"),
        lambda view, seat: int(box.WHEAT_POINTS[view.wheat[seat]]),
        _why_wheat,
        lambda view, seat: view.wheat[seat] > 1,
        1200,
    ),
    best_question(
        "tile",
        "goods",
        lambda t: t("Which of your tiles can bring you most this turn?"),
        lambda view, seat: _tiles(view, seat) if view.phase == st.CHOOSE_TILE else [],
        terms.tile,
        1750,
    ),
    tie_question(
        "waste",
        lambda view, seat: (-int(scoring.pieces_of(view, seat)),),
        lambda t: t("Among equals, fewer resources in the shops are better."),
    ),
)
