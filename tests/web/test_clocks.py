"""Clocks: totals with an increment, missed moves, extra time. All follows from the log."""

import pytest

from nomarch.tables.job_runner import JobRunner
from nomarch.tables.state import clocks
from nomarch.tables.state.model import OPEN, Seat

from .actors import Clock, Person, Site
from .folding import FoldedTable
from .test_table import ANN, BOB, CY, ROBOT, play, refused, table


@pytest.fixture
def clock(clock: Clock) -> Clock:
    clock.at = 1000.0
    return clock


def left(ours: FoldedTable, seat: int, clock: Clock) -> float:
    shown = ours.seat_clock(seat)
    return float(shown.left if shown.until is None else shown.until - clock.time())


def test_a_total_runs_only_while_one_is_asked_and_each_turn_adds_to_it(clock: Clock) -> None:
    ours = table(bank=300, increment=10)
    first = ours.match.to_act[0]
    assert ours.deadline() == 1000.0 + clocks.FREE_SECONDS + 300  # the first seconds cost nothing
    clock.at += clocks.FREE_SECONDS + 40
    play(ours)
    assert left(ours, first, clock) == 300 - 40 + 10
    second = ours.match.to_act[0]
    assert left(ours, second, clock) == 300
    clock.at += 100
    assert left(ours, first, clock) == 270
    assert left(ours, second, clock) == 200
    assert ours.late_seats(clock.at + 199) == []
    assert ours.late_seats(clock.at + 200) == [second]


def test_undoing_gives_no_time_back(clock: Clock) -> None:
    ours = table(bank=300, increment=10)
    until_pass(ours)
    seat = ours.match.to_act[0]
    before = left(ours, seat, clock)
    for _ in range(3):
        clock.at += 20
        play(ours, "pass", seat)
        clock.at += 1
        ours.fold(ours.request_undo(seat))
    # Three times twenty seconds are gone; only the first pass earned an increment.
    assert left(ours, seat, clock) == pytest.approx(before - 60 + 10)


def until_pass(ours: FoldedTable) -> None:
    for _ in range(200):
        if "pass" in ours.match.legal(ours.match.to_act[0]):
            return
        play(ours)
    raise AssertionError("nobody could pass")


def miss(ours: FoldedTable, clock: Clock) -> tuple[int, str]:
    """Time runs out and the bot moves; whose time it was, and the entry's text."""
    clock.at = ours.deadline()
    (seat,) = ours.late_seats(clock.at)
    entry = ours.request_timeout(seat, ours.seq)
    ours.fold(entry)
    assert ours.bot_to_act() == (seat, "greedy")
    play(ours, seat=seat)
    return seat, entry.text


def until_asked(ours: FoldedTable, seat: int) -> None:
    while ours.match.to_act[0] != seat and seat not in ours.away:
        play(ours)


@pytest.mark.parametrize("how", [{"clock": 60}, {"bank": 60, "increment": 5}])
def test_a_bot_takes_over_after_two_missed_moves(clock: Clock, how: dict[str, int]) -> None:
    ours = table(ANN, BOB, **how)
    seat, text = miss(ours, clock)
    assert (text, set(ours.away), ours.seat_clock(seat).missed) == ("missed", set(), 1)
    until_asked(ours, seat)
    if "bank" in how:
        assert left(ours, seat, clock) == clocks.LEAST_SECONDS
    assert miss(ours, clock) == (seat, "")
    assert set(ours.away) == {seat}
    assert ours.seat_clock(seat) is None
    ours.fold(ours.request_back(seat))
    until_asked(ours, seat)
    assert left(ours, seat, clock) == how.get("clock", clocks.RETURN_SECONDS)


def test_three_missed_moves_in_all_are_too_many(clock: Clock) -> None:
    ours, texts = table(ANN, BOB, clock=60), list[str]()
    seat = ours.match.to_act[0]
    for _ in range(3):
        until_asked(ours, seat)
        texts.append(miss(ours, clock)[1])
        until_asked(ours, seat)
        if seat not in ours.away:
            play(ours)  # a move of one's own in between
    assert texts == ["missed", "missed", ""]


def test_the_log_gives_the_clocks(clock: Clock) -> None:
    ours = table(bank=300, increment=10)
    for seconds in (15, 30, 3, 70, 8, 22):
        clock.at += seconds
        play(ours)
    again = FoldedTable(ours.record, ours.log)
    assert again.clocks == ours.clocks
    for seat in range(3):
        assert again.seat_clock(seat) == ours.seat_clock(seat)


@pytest.mark.parametrize(
    "wrong",
    [{"clock": 60, "bank": 60}, {"increment": 5}, {"bank": -1}, {"bank": 10**6},
     {"bank": 60, "increment": 10**4}],
)  # fmt: skip
def test_clocks_that_cannot_be(ann: Person, wrong: dict[str, int]) -> None:
    ann.cannot_open("me", "here", "here", status=422, **wrong)


def test_a_missed_move_is_told_at_the_table(site: Site, ann: Person, bob: Person) -> None:
    table = ann.meets(bob, options={"duel": "on"}, bank=1, increment=0)
    site.clock.advance(clocks.FREE_SECONDS + 2)
    site.call(JobRunner(site.tables).run_due)
    site.settle(table)
    assert any("ran out of time: a bot made this move" in text for text in ann.reads_log(table))


def give(ours: FoldedTable, seat: int) -> None:
    ours.fold(ours.request_give(seat))


def test_one_gives_all_others_a_part_of_a_total(clock: Clock) -> None:
    ours = table(ANN, BOB, CY, ROBOT, bank=300, increment=10)
    first = ours.match.to_act[0]
    giver, third = (seat for seat in range(3) if seat != first)
    clock.at += clocks.FREE_SECONDS + 40
    give(ours, giver)
    assert ours.deadline() == clock.at + 260 + clocks.GIFT_SECONDS
    assert [left(ours, seat, clock) for seat in (giver, third)] == [300, 300 + clocks.GIFT_SECONDS]
    play(ours)
    assert left(ours, first, clock) == 260 + clocks.GIFT_SECONDS + 10
    for _ in range(clocks.MAX_GIFTS - 1):
        give(ours, giver)
    assert not ours.may_give(giver)
    refused(ours, lambda: ours.request_give(giver), f"{clocks.MAX_GIFTS} times")
    again = FoldedTable(ours.record, ours.log)
    assert (again.clocks, again.absences) == (ours.clocks, ours.absences)


def test_a_gift_extends_one_decision_to_twice_its_time_at_most(clock: Clock) -> None:
    ours = table(clock=60)
    until_pass(ours)
    seat = ours.match.to_act[0]
    other = (seat + 1) % 3
    refused(ours, lambda: ours.request_give(seat), "No other player")  # only one's own clock runs
    for more in (15, 30, 45, 60):
        give(ours, other)
        assert ours.deadline() == 1000 + 60 + more
    assert ours.seat_clock(seat).total == 120
    refused(ours, lambda: ours.request_give(other), "No other player")
    clock.at = 1100
    assert not ours.late_seats(clock.at)
    play(ours, "pass", seat)
    assert ours.deadline() == 1160  # the next decision has the usual time
    ours.fold(ours.request_undo(seat))
    assert ours.deadline() == 1120  # this one has what was given


def test_where_no_time_can_be_given(clock: Clock) -> None:
    def no(ours: FoldedTable, words: str) -> None:
        refused(ours, lambda: ours.request_give(0), words)

    no(table(ANN, BOB), "clock")
    no(table(ANN, BOB, bank=300, rated=True), "Rated and tournament")
    no(table(ANN, BOB, bank=300, tournament="cup"), "Rated and tournament")
    no(table(ANN, Seat(OPEN, "Friend 2"), bank=300), "hasn't started")
    no(table(ANN, ROBOT, bank=300), "No other player")
    for longest in ({"clock": clocks.LONGEST_CLOCK}, {"bank": clocks.LONGEST_BANK}):
        assert not any(table(ANN, BOB, **longest).may_give(seat) for seat in range(2))
    ours = table(ANN, BOB, CY, bank=300)
    ours.fold(ours.request_pause(0))
    no(ours, "A bot is already playing")
    ours = table(ANN, BOB, bank=300, resigning_ends=True)
    ours.fold(ours.request_leave(1))
    no(ours, "over")


def test_time_is_given_at_the_table(ann: Person, bob: Person, stranger: Person) -> None:
    table = ann.opens("me", "friend", options={"duel": "on"}, bank=300, increment=5)
    seat = bob.joins(table)
    with bob.listens(table) as link:
        assert link.looks(lang="en")["gives"]
        assert ann.posts(f"{table.api}/give", seat=1 - seat)["kind"] == "give"
        after = link.hears("page")
    texts = [line["text"] for entry in after["log"] for line in entry["lines"]]
    assert "Ann gives the other players more time." in texts
    assert after["seats"][seat]["clock"]["left"] == 300 + clocks.GIFT_SECONDS
    stranger.cannot(f"{table.api}/give", status=401, seat=0)
    ann.cannot(f"{table.api}/give", status=403, seat=seat)
    with stranger.listens(table) as link:
        assert not link.looks()["gives"]
