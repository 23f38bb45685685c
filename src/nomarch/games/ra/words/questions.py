"""Questions of Ra's puzzles that the rules answer."""

from nomarch.games.ra.rules import box, epochs, st
from nomarch.games.ra.words import categories, component_names as terms, tips
from nomarch.games.ra.words.lots import lot_of
from nomarch.kernel.declare.questions import CountQuestion, best_question, tie_question
from nomarch.kernel.declare.sentences import Translate, listed, signed

SCORED = (box.GOD, box.PHARAOH, box.NILE, box.FIRST_CIVILISATION, box.GOLD)
"""A kind of each category that scores in every epoch, in the order of the categories."""


def _now(view: st.State, seat: int) -> int:
    return sum(tips.worth(view, seat, kind) for kind in SCORED)


def _why_now(t: Translate, view: st.State, seat: int) -> str:
    points = [tips.worth(view, seat, kind) for kind in SCORED]
    parts = [f"{name} {signed(each)}" for name, each in zip(categories(t), points, strict=False)]
    return f"{listed(parts)}."


def _lot(view: st.State, seat: int) -> int:
    return lot_of(view, seat).total


def _why_lot(t: Translate, view: st.State, seat: int) -> str:
    lot, names = lot_of(view, seat), categories(t)
    parts = [f"{names[category]} {signed(each)}" for category, each in lot.points.items() if each]
    return f"{listed(parts)}." if parts else t("There's nothing for you in the lot.")


def _next(view: st.State, seat: int) -> int:
    return (seat + 1) % int(view.players)


def _tiles(view: st.State, seat: int) -> list[tuple[int, int]]:
    """Three kinds on the track, and what one of each alone would bring at the end of the epoch."""
    track = view.track[: view.track_len]
    kinds = list(dict.fromkeys(int(kind) for kind in track if kind < box.FIRST_DISASTER))[:3]
    return [(kind, _brings(view, seat, kind)) for kind in kinds]


def _brings(view: st.State, seat: int, kind: int) -> int:
    before = _now(view, seat)
    view.have[seat][kind] += 1
    after = _now(view, seat)
    view.have[seat][kind] -= 1
    return after - before


QUESTIONS = (
    CountQuestion(
        "now",
        "civilisations",
        lambda t, view, seat: t("How many points would you score if the epoch ended now?"),
        _now,
        _why_now,
        lambda view, seat: sum(view.have[seat]) > 3,
        1100,
    ),
    CountQuestion(
        "lot",
        "lot",
        lambda t, view, seat: t(
            "How many points would the tiles on the track bring you, if you won them?"
        ),
        _lot,
        _why_lot,
        lambda view, seat: view.track_len > 2 and _lot(view, seat) != 0,
        1500,
    ),
    CountQuestion(
        "rival",
        "deny",
        lambda t, view, seat: t(
            "How many points would the tiles on the track bring {player}?"
        ).format(player=f"{{names[{_next(view, seat)}]}}"),
        lambda view, seat: _lot(view, _next(view, seat)),
        lambda t, view, seat: _why_lot(t, view, _next(view, seat)),
        lambda view, seat: view.track_len > 2 and _lot(view, _next(view, seat)) > 0,
        1900,
    ),
    best_question(
        "tile",
        "lot",
        lambda t: t("Which of these tiles alone would add most to your score of this epoch?"),
        _tiles,
        terms.a_tile,
        1600,
    ),
    tie_question(
        "strongest",
        lambda view, seat: (int(epochs.highest_sun(view, seat)),),
        lambda t: t("Among equals, the highest single sun decides."),
    ),
)
