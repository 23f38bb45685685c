"""Seating and standings of tournaments: plain functions, no server."""

from __future__ import annotations

from collections import Counter

import pytest

from nomarch.contests.seating import history, plan_rounds, swiss_round
from nomarch.contests.standings import (
    ABSENT,
    OVERDUE,
    Pairing,
    PairingSeat,
    lot,
    standings,
    table_points,
)
from nomarch.tables.stores.results import GameResult, SeatResult

SEED = "ab" * 32


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


# --- Seating --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("people", "rounds", "size"), [(9, 4, 3), (12, 3, 3), (16, 5, 4)])
def test_a_plan_lets_nobody_meet_twice(people: int, rounds: int, size: int) -> None:
    plan = plan_rounds(names(people), size, rounds, {}, {}, "a seed")
    for seating in plan:
        assert sorted(person for table in seating for person in table) == names(people)
    met, sat = history(plan)
    assert set(met.values()) == {1}
    times = Counter(person for person, _ in sat)
    assert all(sat.get((p, s), 0) <= -(-rounds // size) for p in times for s in range(size))


def test_a_seat_comes_once_to_everyone_when_rounds_allow() -> None:
    plan = plan_rounds(names(12), 3, 3, {}, {}, "a seed")
    assert set(history(plan)[1].values()) == {1}


def test_the_seed_decides() -> None:
    one, same, other = (plan_rounds(names(9), 3, 2, {}, {}, s) for s in ("a", "a", "b"))
    assert one == same
    assert one != other


def test_bots_fill_tables_and_are_spread() -> None:
    (seating,) = plan_rounds(names(9), 4, 1, {}, {}, "a seed")
    assert [table.count("") for table in seating] == [1, 1, 1]
    swiss = swiss_round(names(10), {}, 4, {}, {}, "a seed")
    assert sorted(table.count("") for table in swiss) == [0, 1, 1]


def test_a_swiss_round_seats_equals_together_and_avoids_repeats() -> None:
    people = names(12)
    points = {person: 4.0 - index // 4 for index, person in enumerate(people)}
    first = swiss_round(people, points, 4, {}, {}, "a seed")
    assert [set(table) for table in first] == [
        set(people[:4]), set(people[4:8]), set(people[8:]),
    ]  # fmt: skip
    met, sat = history([first])
    equal = dict.fromkeys(people, 1.0)
    again = swiss_round(people, equal, 4, met, sat, "a seed", window=2)
    together = history([again])[0]
    assert sum(pair in met for pair in together) <= 3
    final = swiss_round(people, points, 4, met, sat, "a seed", is_last=True)
    assert set(final[0]) == set(people[:4])


# --- Points ---------------------------------------------------------------------------------------


def test_points_of_a_table_do_not_depend_on_its_size() -> None:
    assert table_points([1, 2, 3, 4]) == [4, 2, 1, 0]
    assert table_points([1, 2]) == [4, 0]
    assert table_points([1, 2, 3]) == [4, 1.5, 0]
    assert table_points([1, 1, 3]) == [2.25 + 0.5, 2.25 + 0.5, 0]
    assert table_points([1, 1, 1, 1]) == [1.75] * 4


def table(round_: int, no: int, *seats: str, marks: dict[str, str] | None = None) -> Pairing:
    marks = marks or {}
    return Pairing(
        round_, no, f"{round_}/{no}", tuple(PairingSeat(who, marks.get(who, "")) for who in seats)
    )


def result(pairing: Pairing, *scores: int, left: int | None = None) -> GameResult:
    seats = tuple(
        SeatResult(
            index,
            seat.entry,
            "",
            1 + sum(other > score for other in scores),
            score,
            3 if index == left else None,
        )
        for index, (seat, score) in enumerate(zip(pairing.seats, scores, strict=True))
    )
    return GameResult(pairing.table, "giza", "", len(scores), False, 1.0, seats)


def order(pairings: list[Pairing], scores: list[tuple[int, ...]], people: str) -> list[str]:
    results = {p.table: result(p, *s) for p, s in zip(pairings, scores, strict=True)}
    return [line.entry for line in standings(list(people), pairings, results, SEED)]


def test_wins_decide_between_equal_points() -> None:
    """A was first and last, b twice second: four points each."""
    pairings = [
        table(1, 1, "a", "u", "v", "w"), table(1, 2, "x", "b", "y", "z"),
        table(2, 1, "u", "v", "w", "a"), table(2, 2, "y", "b", "x", "z"),
    ]  # fmt: skip
    found = order(pairings, [(9, 5, 4, 3), (9, 8, 2, 1), (9, 5, 4, 3), (9, 8, 2, 1)], "abuvwxyz")
    assert found.index("a") < found.index("b")


def test_scores_decide_between_equal_points_and_wins() -> None:
    """Both won; a by more."""
    pairings = [table(1, 1, "a", "x", "y"), table(1, 2, "b", "v", "w")]
    scores = {"1/1": result(pairings[0], 30, 20, 10), "1/2": result(pairings[1], 30, 29, 10)}
    lines = standings(list("abxyvw"), pairings, scores, SEED)
    assert [line.entry for line in lines[:2]] == ["a", "b"]  # 10/20 above the mean, 7/20
    assert lines[0].points == lines[1].points == 4
    assert lines[0].deviation == 0.5


def test_stronger_opponents_decide_next() -> None:
    pairings = [
        table(1, 1, "a", "x"), table(1, 2, "b", "y"), table(2, 1, "x", "v"), table(2, 2, "y", "w"),
    ]  # fmt: skip
    scores = {
        "1/1": result(pairings[0], 20, 10), "1/2": result(pairings[1], 20, 10),
        "2/1": result(pairings[2], 20, 10), "2/2": result(pairings[3], 10, 20),
    }  # fmt: skip
    lines = {line.entry: line for line in standings(list("abxyvw"), pairings, scores, SEED)}
    assert lines["a"].points == lines["b"].points
    assert lines["a"].deviation == lines["b"].deviation
    assert lines["a"].rivals == 2.0  # x won the other table
    assert lines["b"].rivals == 0.0
    assert lines["a"].rank < lines["b"].rank


@pytest.mark.parametrize("ahead", ["a", "b"])
def test_direct_meetings_decide_between_equals(ahead: str) -> None:
    behind = "b" if ahead == "a" else "a"
    pairings = [table(1, 1, ahead, behind), table(2, 1, "x", ahead), table(2, 2, behind, "y")]
    scores = {pairing.table: result(pairing, 20, 10) for pairing in pairings}
    lines = standings(["a", "b"], pairings, scores, SEED)
    assert [(line.points, line.wins, line.deviation, line.rivals) for line in lines] == [
        (4, 1, 0, 2), (4, 1, 0, 2),
    ]  # fmt: skip
    assert [line.entry for line in lines] == [ahead, behind]


def test_a_lot_decides_last() -> None:
    people = list("abcdef")
    found = [line.entry for line in standings(people, [], {}, SEED)]
    assert found == sorted(people, key=lambda who: lot(SEED, who))
    assert found != [line.entry for line in standings(people, [], {}, "cd" * 32)]


def test_the_absent_and_those_who_left_get_nothing() -> None:
    here = table(1, 1, "a", "b", "c", marks={"a": ABSENT, "b": OVERDUE})
    game = result(here, 30, 20, 10)
    game = GameResult(
        game.table, "giza", "", 3, False, 1.0,
        tuple(SeatResult(s.seat, s.person, "", s.place, s.score, 2) for s in game.seats),
    )  # fmt: skip
    lines = {line.entry: line for line in standings(list("abc"), [here], {"1/1": game}, SEED)}
    assert lines["a"].points == 0  # did not come
    assert lines["b"].points == 4  # there until the deadline, when a bot finished
    assert lines["c"].points == 0  # left


def test_a_shared_board_is_scored_seat_by_seat() -> None:
    pairings = [table(1, n, f"n{n}", f"s{n}") for n in (1, 2, 3)]
    scores = {
        p.table: result(p, *s) for p, s in zip(pairings, [(10, 5), (20, 5), (15, 9)], strict=True)
    }
    people = [seat.entry for p in pairings for seat in p.seats]
    lines = {
        line.entry: line for line in standings(people, pairings, scores, SEED, is_duplicate=True)
    }
    assert [lines[f"n{n}"].percent for n in (1, 2, 3)] == [0, 100, 50]
    assert [lines[f"n{n}"].points for n in (1, 2, 3)] == [0, 4, 2]
    assert [lines[f"s{n}"].percent for n in (1, 2, 3)] == [25, 25, 100]
    del scores["1/3"]
    running = standings(people, pairings, scores, SEED, is_duplicate=True)
    assert {line.points for line in running} == {0}  # not before the last table is over
    two = standings(people[:4], pairings[:2], scores, SEED, is_duplicate=True)
    assert max(line.points for line in two) == 4  # too few tables to compare: table points
    assert {line.percent for line in two} == {None}
