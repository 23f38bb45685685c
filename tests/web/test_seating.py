"""Seating and standings of tournaments: plain functions, no server."""

from collections import Counter
from typing import Any

import pytest

from nomarch.contests import standings as ranking
from nomarch.contests.seating import history, plan_rounds, swiss_round

from .cups import paired, result

SEED = "ab" * 32


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


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


def test_points_of_a_table_do_not_depend_on_its_size() -> None:
    for places, points in (
        ([1, 2, 3, 4], [4, 2, 1, 0]), ([1, 2], [4, 0]), ([1, 2, 3], [4, 1.5, 0]),
        ([1, 1, 3], [2.75, 2.75, 0]), ([1, 1, 1, 1], [1.75] * 4),
    ):  # fmt: skip
        assert ranking.table_points(places) == points


def ranked(
    pairings: list[ranking.Pairing], scores: Any, people: Any, **more: Any
) -> list[ranking.StandingLine]:
    """Standings after the first games; of others nothing is known yet."""
    results = {p.table: result(p, *s) for p, s in zip(pairings, scores, strict=False)}
    return ranking.standings(list(people), pairings, results, SEED, **more)


def test_wins_decide_between_equal_points() -> None:
    """A was first and last, b twice second: four points each."""
    pairings = [
        paired(1, 1, "a", "u", "v", "w"), paired(1, 2, "x", "b", "y", "z"),
        paired(2, 1, "u", "v", "w", "a"), paired(2, 2, "y", "b", "x", "z"),
    ]  # fmt: skip
    lines = ranked(pairings, [(9, 5, 4, 3), (9, 8, 2, 1)] * 2, "abuvwxyz")
    found = [line.entry for line in lines]
    assert found.index("a") < found.index("b")


def test_scores_decide_between_equal_points_and_wins() -> None:
    """Both won; a by more."""
    pairings = [paired(1, 1, "a", "x", "y"), paired(1, 2, "b", "v", "w")]
    lines = ranked(pairings, [(30, 20, 10), (30, 29, 10)], "abxyvw")
    assert [line.entry for line in lines[:2]] == ["a", "b"]  # 10/20 above the mean, 7/20
    assert lines[0].points == lines[1].points == 4
    assert lines[0].deviation == 0.5


def test_stronger_opponents_decide_next() -> None:
    pairings = [
        paired(1, 1, "a", "x"), paired(1, 2, "b", "y"),
        paired(2, 1, "x", "v"), paired(2, 2, "y", "w"),
    ]  # fmt: skip
    scores = [(20, 10), (20, 10), (20, 10), (10, 20)]
    lines = {line.entry: line for line in ranked(pairings, scores, "abxyvw")}
    a, b = lines["a"], lines["b"]
    assert (a.points, a.deviation) == (b.points, b.deviation)
    assert (a.rivals, b.rivals) == (2.0, 0.0)  # x won the other table
    assert a.rank < b.rank


@pytest.mark.parametrize("ahead", ["a", "b"])
def test_direct_meetings_decide_between_equals(ahead: str) -> None:
    behind = "b" if ahead == "a" else "a"
    pairings = [paired(1, 1, ahead, behind), paired(2, 1, "x", ahead), paired(2, 2, behind, "y")]
    lines = ranked(pairings, [(20, 10)] * 3, "ab")
    assert [(line.points, line.wins, line.deviation, line.rivals) for line in lines] == [
        (4, 1, 0, 2), (4, 1, 0, 2),
    ]  # fmt: skip
    assert [line.entry for line in lines] == [ahead, behind]


def test_a_lot_decides_last() -> None:
    people = list("abcdef")
    found = [line.entry for line in ranking.standings(people, [], {}, SEED)]
    assert found == sorted(people, key=lambda who: ranking.lot(SEED, who))
    assert found != [line.entry for line in ranking.standings(people, [], {}, "cd" * 32)]


def test_the_absent_and_those_who_left_get_nothing() -> None:
    here = paired(1, 1, "a", "b", "c", a=ranking.ABSENT, b=ranking.OVERDUE)
    game = result(here, 30, 20, 10, left=(0, 1, 2))
    lines = {
        line.entry: line for line in ranking.standings(list("abc"), [here], {"1/1": game}, SEED)
    }
    # One did not come, one was there until the deadline, when a bot finished, and one left.
    assert [lines[who].points for who in "abc"] == [0, 4, 0]


def test_a_shared_board_is_scored_seat_by_seat() -> None:
    pairings = [paired(1, n, f"n{n}", f"s{n}") for n in (1, 2, 3)]
    scores = [(10, 5), (20, 5), (15, 9)]
    people = [seat.entry for p in pairings for seat in p.seats]
    lines = {each.entry: each for each in ranked(pairings, scores, people, is_duplicate=True)}
    assert [lines[f"n{n}"].percent for n in (1, 2, 3)] == [0, 100, 50]
    assert [lines[f"n{n}"].points for n in (1, 2, 3)] == [0, 4, 2]
    assert [lines[f"s{n}"].percent for n in (1, 2, 3)] == [25, 25, 100]
    running = ranked(pairings, scores[:2], people, is_duplicate=True)
    assert {line.points for line in running} == {0}  # not before the last table is over
    two = ranked(pairings[:2], scores, people[:4], is_duplicate=True)
    assert max(line.points for line in two) == 4  # too few tables to compare: table points
    assert {line.percent for line in two} == {None}
