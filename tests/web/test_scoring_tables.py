"""Tables of what was gathered, what stands at nameplates, and a result that adds up."""

from pathlib import Path

import pytest

import nomarch
from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.i18n import LANGUAGES
from nomarch.kernel.declare.events import ALL, POINTS, Closing, Count, Event, EventRecord
from nomarch.web.http.responses import ScoringTable
from nomarch.web.table.log_entries import log_lines
from nomarch.web.table.scores import result
from nomarch.web.table.scoring_tables import nameplate_history, nameplate_texts, scoring_tables

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*/*.txt"))
each_golden = pytest.mark.parametrize(
    "path", [path for path in GOLDEN if path.parent.name != "crocodile"], ids=lambda path: path.stem
)

SCORED = Event("scored", "seat kind points", counts=(Count(POINTS, "kind", "points"),))
FED = Event("fed", "seat need", counts=(Count("feeding", "", "need", title="Suns"),))
CLOSED = Event(
    "closed", "round", closes=(Closing(POINTS, "Round {round}"), Closing("feeding", "Suns"))
)
BID = Event("bid", "seat sun", nameplate="Bid: {sun}")
CLEARED = Event("cleared", "", clears=True)


def told_by(*steps: list[EventRecord]) -> tuple[Match, list[Step]]:
    match = nomarch.new("ra", players=3, seed="tables", names=("Ada", "Bo", "Cy"))
    before = match.book.layout.pack(match.state)
    made = [Step(0, 0, False, tuple(events), before, (0,), False) for events in steps]
    match.steps = made
    return match, made


def public(event: Event, *numbers: int) -> EventRecord:
    return EventRecord(event, ALL, numbers)


def test_amounts_are_gathered_over_steps_until_they_are_shown() -> None:
    match, steps = told_by(
        [public(SCORED, 0, 2, 5), public(SCORED, 1, 1, 3)],
        [public(SCORED, 0, 2, -1), public(SCORED, 2, 7, 0), public(CLOSED, 4)],
        [public(CLOSED, 5)],
    )
    (ply, (table,)), *more = scoring_tables(match, "en", 0, steps).items()
    assert (ply, more) == (2, [])
    assert table.title == "Round 4"
    rows = [(row.title, row.amounts) for row in table.rows]
    assert rows == [("1", [None, 3, None]), ("2", [4, None, None])]
    assert table.sums == [4, 3, 0]


def test_rows_of_their_own_title_are_not_added_up() -> None:
    match, steps = told_by([public(FED, 0, 5), public(FED, 1, 6), public(CLOSED, 1)])
    (table,) = scoring_tables(match, "fr", 0, steps)[1]
    assert (table.sums, table.standing) == (None, None)
    assert [(row.title, row.amounts) for row in table.rows] == [("Soleils", [5, 6, None])]


def test_what_one_seat_alone_was_told_is_in_no_table() -> None:
    match, steps = told_by([EventRecord(SCORED, 1, (1, 1, 3)), public(CLOSED, 1)])
    assert scoring_tables(match, "en", 0, steps) == {}
    match, steps = told_by([EventRecord(BID, 1, (1, 9))])
    assert nameplate_texts(match, "en", steps) == ["", "", ""]


def test_the_last_word_stands_until_it_is_cleared_away() -> None:
    match, steps = told_by(
        [public(BID, 2, 3)], [public(CLEARED), public(BID, 0, 4)], [public(BID, 1, 7)],
        [public(BID, 0, 9)],
    )  # fmt: skip
    assert nameplate_texts(match, "en", steps) == ["Bid: 9", "Bid: 7", ""]
    assert nameplate_texts(match, "nl", steps[:2]) == ["Bod: 4", "", ""]
    assert nameplate_texts(match, "en", steps[:1]) == ["", "", "Bid: 3"]


@each_golden
def test_what_stands_at_nameplates_is_known_for_every_step(path: Path) -> None:
    match, now = nomarch.load(path.read_text()), list[str]()
    found = nameplate_history(match, "en", match.steps)
    for ply in range(match.ply + 1):
        now = found.get(ply, now)
        assert now == nameplate_texts(match, "en", match.steps[:ply])


def all_tables(match: Match) -> dict[int, list[ScoringTable]]:
    return {line.ply: line.interludes for line in log_lines(match, 0, "en", 0) if line.interludes}


@each_golden
def test_every_game_ends_with_a_table_of_its_points(path: Path) -> None:
    match = nomarch.load(path.read_text())
    tables = all_tables(match)
    assert max(tables) == match.ply
    last = tables[match.ply][-1]
    assert last.standing == list(match.scores)
    for shown in tables.values():
        for table in shown:
            assert table.title
            assert table.rows
            assert all(len(row.amounts) == match.players for row in table.rows)


@each_golden
def test_tables_do_not_depend_on_how_much_was_told_before(path: Path) -> None:
    match = nomarch.load(path.read_text())
    tables = all_tables(match)
    for ply in tables:
        later = {line.ply: line.interludes for line in log_lines(match, 0, "en", ply - 1)}
        assert later[ply] == tables[ply]


@each_golden
def test_the_columns_of_the_result_add_up(path: Path) -> None:
    match = nomarch.load(path.read_text())
    sheet = result(match, "en").table
    sums = [sum(row.amounts[seat] or 0 for row in sheet) for seat in range(match.players)]
    assert sums == list(match.scores)


def tied(game: str) -> Match:
    """A finished game in which everybody has as many points."""
    match = nomarch.load(next(p for p in GOLDEN if p.parent.name == game).read_text())
    for seat in range(match.players):
        match.state.points[seat] = 20
    if game == "giza":
        match.state.treasure[0] += 9  # type: ignore[attr-defined]
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("ra", "a higher sun"), ("giza", "more from treasures"), ("amun-re", "more pyramids"),
        ("egizia", "there first on the score track"),
    ],
)  # fmt: skip
def test_a_tie_says_why(game: str, reason: str, language: str) -> None:
    first, second, *_ = result(tied(game), language).ranking
    assert first.points == second.points
    assert (first.place, second.place) == (1, 2)
    assert first.tie.startswith(reason) == (language == "en")
    assert first.tie


def test_a_tie_in_fertility_counts_resources() -> None:
    (path,) = (path for path in GOLDEN if path.stem == "fewest-pieces")
    first, second, *_ = result(nomarch.load(path.read_text()), "en").ranking
    assert first.points == second.points
    assert first.tie.startswith("fewer resources (")
    assert second.tie == ""


def test_no_tie_needs_no_reason() -> None:
    match = nomarch.load(next(p for p in GOLDEN if p.parent.name == "ra").read_text())
    lines = result(match, "en").ranking
    assert len({line.points for line in lines}) == len(lines)
    assert {line.tie for line in lines} == {""}
