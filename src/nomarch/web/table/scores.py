"""Points after every step, and by category at the end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import zip_longest
from types import MappingProxyType

from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.i18n import translator
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook, buffers
from nomarch.tables.archive.match import ArchivedMatch
from nomarch.tables.state.absences import BANNED, CONCEDED, RESIGNED, Departure
from nomarch.web.http.responses import PlaceInfo, Result, ScoreRow

LONG_GAME = 400
"""Positions in a long game."""


def score_position(match: Match, position: bytes) -> list[int]:
    try:
        return list(_points(match.book, position)[: match.players])
    except Exception:
        if not isinstance(match, ArchivedMatch):
            raise
        return [0] * match.players  # the rules of now do not know such a position


@lru_cache(4 * LONG_GAME)
def _points(book: Rulebook, position: bytes) -> tuple[int, ...]:
    _, row = buffers(book)
    backend.interpreted(book.game.id).score(book.layout.unpack(position), row)
    return tuple(int(points) for points in row)


def scores_after(match: Match, step: Step) -> list[int]:
    at = next(i for i, other in enumerate(match.steps) if other is step)
    later = match.steps[at + 1 : at + 2]
    return score_position(match, later[0].before) if later else list(match.scores)


def score_history(match: Match) -> list[list[int]]:
    """For each seat its points after every step."""
    points = [score_position(match, step.before) for step in match.steps] + [list(match.scores)]
    return [[row[seat] for row in points] for seat in range(match.players)]


def result(
    match: Match, language: str, gone: Mapping[int, Departure] = MappingProxyType({})
) -> Result:
    """Return the result of a match; `gone` are those who left, see `Table.departures`."""
    points = score_history(match)
    return Result(_ranking(match, language, gone), _sheet(match, points, language))


def _ranking(match: Match, language: str, gone: Mapping[int, Departure]) -> list[PlaceInfo]:
    """The places; a tie has its reason."""
    lines, t = match.ranking, translator(match.book.package, language)
    said = {RESIGNED: t("resigned"), CONCEDED: t("resigned"), BANNED: t("banned")}
    left = {seat: said.get(how.kind, t("absent")) for seat, how in gone.items()}
    following = [*lines[1:], None]
    return [
        PlaceInfo(
            line.place,
            line.seat,
            line.name,
            line.points,
            match.book.tie_break(t, match.state, line.seat, other.seat)
            if other
            and other.points == line.points
            and other.place > line.place
            and (other.seat in gone) == (line.seat in gone)
            else "",
            left.get(line.seat, ""),
        )
        for line, other in zip(lines, following, strict=True)
    ]


def _sheet(match: Match, points: list[list[int]], language: str) -> list[ScoreRow]:
    """Points by category. A last row has what no `scored` event accounts for.

    The columns always add up to the scores.
    """
    t = translator("nomarch", language)
    titles = match.book.words.categories(translator(match.book.package, language))
    icons = getattr(match.book.art, "CATEGORIES", {})
    rows = [
        ScoreRow(title, [0] * match.players, icon)
        for title, icon in zip_longest(titles, icons, fillvalue="")
    ]
    if so_far := match.points_so_far:
        for row, amounts in zip(rows, zip(*so_far, strict=True), strict=True):
            row.amounts[:] = amounts
    events = () if so_far else [event for step in match.steps for event in step.events]
    for event in (*match.opening, *events):
        is_known = event.event in match.book.events  # not of other rules
        if event.name == "scored" and is_known and event.category < len(rows):
            amounts = rows[event.category].amounts
            amounts[event.seat] = (amounts[event.seat] or 0) + event.points
    rows.insert(0, ScoreRow(t("Starting points"), [line[0] for line in points]))
    totals = [sum(row.amounts[seat] or 0 for row in rows) for seat in range(match.players)]
    rest = [score - sum_ for score, sum_ in zip(match.scores, totals, strict=True)]
    rows.append(ScoreRow(t("Floor at 0") if _is_floor(rest, points) else t("Other"), list(rest)))
    return [row for row in rows if row.title in titles or any(row.amounts)]


def _is_floor(rest: list[int], points: list[list[int]]) -> bool:
    """Whether the rest is what seats did not lose because they were at 0."""
    return all(
        more == 0 or (more > 0 and min(line) == 0) for more, line in zip(rest, points, strict=True)
    )
