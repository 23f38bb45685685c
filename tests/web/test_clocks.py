"""Clocks: totals with an increment, missed moves, extra time. All follows from the log."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from nomarch.tables.state.clocks import (
    FREE_SECONDS,
    GIFT_SECONDS,
    LEAST_SECONDS,
    LONGEST_BANK,
    LONGEST_CLOCK,
    MAX_GIFTS,
    RETURN_SECONDS,
)
from nomarch.tables.state.model import OPEN, Entry, Seat
from tests.web.folding import FoldedTable

from .people import Person, call, service_of, settle, told, visitor
from .test_table import ANN, BOB, CY, ROBOT, play, refused, table

DAY = 86_400.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    at = [1000.0]
    monkeypatch.setattr("nomarch.tables.state.table.now", lambda: at[0])
    return at


def left(ours: FoldedTable, seat: int, at: float) -> float:
    shown = ours.seat_clock(seat)
    assert shown is not None
    return shown.until - at if shown.until is not None else shown.left


def draw(ours: FoldedTable) -> tuple[int, Entry]:
    """The one who is asked makes the first move that ends a turn; who it was."""
    seat = ours.match.to_act[0]
    return seat, play(ours)


def test_a_total_runs_only_while_one_is_asked_and_each_turn_adds_to_it(clock: list[float]) -> None:
    ours = table(bank=300, increment=10)
    first = ours.match.to_act[0]
    assert ours.deadline() == 1000.0 + FREE_SECONDS + 300  # the first seconds cost nothing
    clock[0] += FREE_SECONDS + 40
    draw(ours)
    assert left(ours, first, clock[0]) == 300 - 40 + 10
    second = ours.match.to_act[0]
    assert left(ours, second, clock[0]) == 300
    clock[0] += 100
    assert left(ours, first, clock[0]) == 270
    assert left(ours, second, clock[0]) == 200
    assert ours.late_seats(clock[0] + 199) == []
    assert ours.late_seats(clock[0] + 200) == [second]


def test_undoing_gives_no_time_back(clock: list[float]) -> None:
    ours = table(bank=300, increment=10)
    until_pass(ours)
    seat = ours.match.to_act[0]
    before = left(ours, seat, clock[0])
    for _ in range(3):
        clock[0] += 20
        play(ours, "pass", seat)
        clock[0] += 1
        ours.fold(ours.request_undo(seat))
    # Three times twenty seconds are gone; only the first pass earned an increment.
    assert left(ours, seat, clock[0]) == pytest.approx(before - 60 + 10)


def until_pass(ours: FoldedTable) -> None:
    for _ in range(200):
        if "pass" in ours.match.legal(ours.match.to_act[0]):
            return
        draw(ours)
    raise AssertionError("nobody could pass")


def miss(ours: FoldedTable, clock: list[float]) -> tuple[int, str]:
    """Time runs out and the bot moves; whose time it was, and the entry's text."""
    deadline = ours.deadline()
    assert deadline is not None
    clock[0] = deadline
    (seat,) = ours.late_seats(clock[0])
    entry = ours.request_timeout(seat, ours.seq)
    ours.fold(entry)
    assert ours.bot_to_act() == (seat, "greedy")
    play(ours, seat=seat)
    return seat, entry.text


@pytest.mark.parametrize("how", [{"clock": 60}, {"bank": 60, "increment": 5}])
def test_the_bot_makes_one_move_and_takes_over_after_two_in_a_row(
    clock: list[float], how: dict[str, int]
) -> None:
    ours = table(ANN, BOB, **how)
    seat, text = miss(ours, clock)
    assert text == "missed"
    assert set(ours.away) == set()
    shown = ours.seat_clock(seat)
    assert shown is not None
    assert shown.missed == 1
    while ours.match.to_act[0] != seat:
        draw(ours)
    if "bank" in how:
        assert left(ours, seat, clock[0]) == LEAST_SECONDS
    again, text = miss(ours, clock)
    assert (again, text) == (seat, "")
    assert set(ours.away) == {seat}
    assert ours.seat_clock(seat) is None
    ours.fold(ours.request_back(seat))
    while ours.match.to_act[0] != seat:
        draw(ours)
    assert left(ours, seat, clock[0]) == how.get("clock", RETURN_SECONDS)


def test_three_missed_moves_in_all_are_too_many(clock: list[float]) -> None:
    ours = table(ANN, BOB, clock=60)
    seat = ours.match.to_act[0]
    texts = []
    for _ in range(3):
        while ours.match.to_act[0] != seat:
            draw(ours)
        texts.append(miss(ours, clock)[1])
        while ours.match.to_act[0] != seat and seat not in ours.away:
            draw(ours)
        if seat not in ours.away:
            draw(ours)  # a move of one's own in between
    assert texts == ["missed", "missed", ""]


def test_the_log_gives_the_clocks(clock: list[float]) -> None:
    ours, log = table(bank=300, increment=10), list[Entry]()
    for seconds in (15, 30, 3, 70, 8, 22):
        clock[0] += seconds
        log.append(draw(ours)[1])
    again = FoldedTable(ours.record, log)
    assert again.clocks == ours.clocks
    assert [again.seat_clock(seat) for seat in range(3)] == [
        ours.seat_clock(seat) for seat in range(3)
    ]


def test_clocks_that_cannot_be(ann: Person) -> None:
    seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]
    for bad in ({"clock": 60, "bank": 60}, {"increment": 5}, {"bank": -1}, {"bank": 10**6},
                {"bank": 60, "increment": 10**4}):  # fmt: skip
        answer = ann.post("/api/tables", {"game": "ra", "seats": seats, **bad})
        assert answer.status_code == 422, bad
    made = ann.post("/api/tables", {"game": "ra", "seats": seats, "bank": 300, "increment": 5})
    assert made.status_code == 201


def test_a_missed_move_is_told_at_the_table(server: TestClient, ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", options={"duel": "on"}, bank=1, increment=0)
    bob.joins(made)
    id_ = made["id"]
    call(server, _pass_time, server, id_, FREE_SECONDS + 2)
    settle(server, id_)
    told = [line["text"] for entry in ann.get(f"/api/tables/{id_}/log").json()
            for line in entry["lines"]]  # fmt: skip
    assert any("ran out of time: a bot made this move" in text for text in told)


async def _pass_time(server: TestClient, id_: str, seconds: float) -> None:
    """Runs a table's job as if it were later."""
    service = service_of(server)
    live = await service.open(id_)
    seq = live.table.seq
    for seat in live.table.late_seats(live.table.record.began + seconds):
        await service.tables.append(live, lambda t, s=seat: t.request_timeout(s, seq))


# --- Extra time ---------------------------------------------------------------------------------


def give(ours: FoldedTable, seat: int) -> Entry:
    entry: Entry = ours.request_give(seat)
    ours.fold(entry)
    return entry


def test_one_gives_all_others_a_part_of_a_total(clock: list[float]) -> None:
    ours, log = table(ANN, BOB, CY, ROBOT, bank=300, increment=10), list[Entry]()
    first = ours.match.to_act[0]
    giver, third = (seat for seat in range(3) if seat != first)
    clock[0] += FREE_SECONDS + 40
    log.append(give(ours, giver))
    assert ours.deadline() == clock[0] + 260 + GIFT_SECONDS
    assert [left(ours, seat, clock[0]) for seat in (giver, third)] == [300, 300 + GIFT_SECONDS]
    log.append(draw(ours)[1])
    assert left(ours, first, clock[0]) == 260 + GIFT_SECONDS + 10
    log += [give(ours, giver) for _ in range(MAX_GIFTS - 1)]
    assert not ours.may_give(giver)
    refused(ours, lambda: ours.request_give(giver), f"{MAX_GIFTS} times")
    again = FoldedTable(ours.record, log)
    assert (again.clocks, again.absences) == (ours.clocks, ours.absences)


def test_a_gift_extends_one_decision_to_twice_its_time_at_most(clock: list[float]) -> None:
    ours = table(clock=60)
    until_pass(ours)
    seat = ours.match.to_act[0]
    other = (seat + 1) % 3
    refused(ours, lambda: ours.request_give(seat), "No other player")  # only one's own clock runs
    for more in (15, 30, 45, 60):
        give(ours, other)
        assert ours.deadline() == 1000 + 60 + more
    shown = ours.seat_clock(seat)
    assert shown is not None
    assert shown.total == 120
    refused(ours, lambda: ours.request_give(other), "No other player")
    clock[0] = 1100
    assert not ours.late_seats(clock[0])
    play(ours, "pass", seat)
    assert ours.deadline() == 1160  # the next decision has the usual time
    ours.fold(ours.request_undo(seat))
    assert ours.deadline() == 1120  # this one has what was given


@pytest.mark.parametrize("how", [{"clock": LONGEST_CLOCK}, {"bank": LONGEST_BANK}])
def test_nobody_gets_more_than_the_longest_clock(how: dict[str, int]) -> None:
    assert not any(table(ANN, BOB, **how).may_give(seat) for seat in range(2))


def test_where_no_time_can_be_given(clock: list[float]) -> None:
    def no(ours: FoldedTable, words: str) -> None:
        refused(ours, lambda: ours.request_give(0), words)

    no(table(ANN, BOB), "clock")
    no(table(ANN, BOB, bank=300, rated=True), "Rated and tournament")
    no(table(ANN, BOB, bank=300, tournament="cup"), "Rated and tournament")
    no(table(ANN, Seat(OPEN, "Friend 2"), bank=300), "hasn't started")
    no(table(ANN, ROBOT, bank=300), "No other player")
    ours = table(ANN, BOB, CY, bank=300)
    ours.fold(ours.request_pause(0))
    no(ours, "A bot is already playing")
    ours = table(ANN, BOB, bank=300, resigning_ends=True)
    ours.fold(ours.request_leave(1))
    no(ours, "over")


def test_time_is_given_at_the_table(server: TestClient, ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", options={"duel": "on"}, bank=300, increment=5)
    id_, seat = made["id"], bob.joins(made)
    path = f"/api/tables/{id_}/give"
    with bob.listens(id_) as socket:
        socket.send_json({"type": "look", "lang": "en"})
        before = told(socket, "page")
        assert before["gives"]
        assert ann.post(path, {"seat": 1 - seat}).json()["kind"] == "give"
        after = told(socket, "page")
    texts = [line["text"] for entry in after["log"] for line in entry["lines"]]
    assert "Ann gives the other players more time." in texts
    assert after["seats"][seat]["clock"]["left"] == 300 + GIFT_SECONDS
    assert visitor(server).post(path, {"seat": 0}).status_code == 401
    assert ann.post(path, {"seat": seat}).status_code == 403
    with Person(server).listens(id_) as socket:
        socket.send_json({"type": "look", "lang": "en"})
        assert not told(socket, "page")["gives"]
