"""A table: the fold of its log, and which wishes it grants."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import copy
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from nomarch.errors import Refused
from nomarch.kernel.declare.game import Rulebook
from nomarch.tables.state import fold, table as module
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import BOT, OPEN, PLAYER, Entry, Seat, TableRecord
from nomarch.tables.state.undo import MAX_UNDOS

from .conftest import Patch
from .folding import FoldedTable, away_entry, new_record

ANN, BOB, CY = Seat(PLAYER, "Ann", "ann"), Seat(PLAYER, "Bob", "bob"), Seat(PLAYER, "Cy", "cy")
ROBOT = Seat(BOT, "Imhotep", level="random")


NO_REQUEST = "There's no undo request for you to answer."


def table(*seats: Seat, **more: Any) -> FoldedTable:
    seats = seats or (ANN, BOB, CY)
    values = {"options": {"duel": "on" if len(seats) == 2 else "off"}, "seed": "12" * 32, **more}
    return FoldedTable(new_record(*seats, created=1000.0, **values))


def finished() -> FoldedTable:
    ours = table()
    ours.play_out()
    return ours


def play(table: FoldedTable, move: str = "", seat: int | None = None) -> Entry:
    seat = table.match.to_act[0] if seat is None else seat
    entry = table.request_move(seat, move or table.match.legal(seat)[0], table.seq)
    table.fold(entry)
    return entry


def until(table: FoldedTable, wanted: Callable[[FoldedTable], bool], seed: int = 1) -> list[Entry]:
    rng, log = Random(seed), []
    while not wanted(table):
        assert not table.match.over, "the wanted position did not come"
        seat = table.match.to_act[0]
        log.append(play(table, rng.choice(table.match.legal(seat)), seat))
    return log


def snapshot(table: FoldedTable) -> Any:
    return (
        list(table.match.positions()), table.seq, dict(table.to_act), set(table.away),
        table.undo.seat, set(table.undo.agreed), table.last_at,
    )  # fmt: skip


def refused(table: FoldedTable, wish: Callable[[], Entry], words: str, kind: Any = Refused) -> None:
    before = snapshot(table)
    with pytest.raises(Refused, match=words) as error:
        wish()
    assert type(error.value) is kind
    assert str(error.value).endswith(".")
    assert snapshot(table) == before


def test_a_table_never_changes() -> None:
    ours = table()
    play(ours)
    then = ours.now
    before, chunk = snapshot(then), then.outcomes(complete=True)
    until(ours, lambda t: t.match.over)
    assert snapshot(then) == before
    assert then.outcomes(complete=True) == chunk


# --- Moves --------------------------------------------------------------------------------------


def test_the_log_gives_the_table() -> None:
    first = table()
    again = FoldedTable(first.record, first.play_out())
    assert snapshot(again) == snapshot(first)
    assert again.match.save() == first.match.save()


def test_a_log_with_a_gap_is_no_log() -> None:
    first = table()
    entry = play(first)
    play(first)
    with pytest.raises(RuntimeError, match="follows 1"):
        FoldedTable(first.record, [entry, Entry("t1", 3, "move", 0, "draw", 0.0)])


def test_a_double_click_moves_once_also_when_the_same_seat_is_asked_again() -> None:
    # In a duel an auction can end with the one who began it: the same seat is asked twice.
    ours, rng, words = table(ANN, BOB), Random(3), list[str]()
    while not ours.match.over and words.count("moved on") < 5:
        seat, seq = ours.match.to_act[0], ours.seq
        move = rng.choice(ours.match.legal(seat))
        play(ours, move, seat)
        words.append("moved on" if seat in ours.to_act else "not your turn")
        refused(ours, partial(ours.request_move, seat, move, seq), words[-1])
    assert set(words) == {"moved on", "not your turn"}


def test_a_stale_or_future_position_is_refused() -> None:
    ours = table()
    play(ours)
    seat = ours.match.to_act[0]
    for seq in (ours.seq - 1, ours.seq + 1, -1):
        refused(ours, partial(ours.request_move, seat, ours.match.legal(seat)[0], seq), "moved on")


def test_moves_out_of_turn_and_illegal_ones_are_refused() -> None:
    ours = table()
    other = next(seat for seat in range(3) if seat not in ours.match.to_act)
    refused(ours, lambda: ours.request_move(other, "draw", 0), "not your turn")
    seat = ours.match.to_act[0]
    words = "You can't do that now. The highlighted places show what you can do."
    refused(ours, lambda: ours.request_move(seat, "pass", 0), words, BadRequest)
    refused(ours, lambda: ours.request_move(seat, "<{b}>", 0), "Unknown move: “<{b}>”", BadRequest)


def test_nobody_moves_before_all_have_come_or_after_the_end() -> None:
    ours = table(ANN, Seat(OPEN, "Friend"), CY)
    words = "The game hasn't started: a seat is still free."
    refused(ours, lambda: ours.request_move(0, "draw", 0), words)
    over = finished()
    refused(over, lambda: over.request_move(0, "draw", over.seq), "game is over")


# --- Decisions at the same time -----------------------------------------------------------------


class Offering:
    """A match in which all seats answer a question at once, in any order, again and again."""

    def __init__(self, book: Rulebook, players: int) -> None:
        self.book, self.players, self.over, self.steps = book, players, False, []
        self.to_act = tuple(range(players))

    def snapshot(self) -> Offering:
        twin = copy(self)
        twin.steps = self.steps[:]
        return twin

    def legal_actions(self, seat: int) -> list[int]:
        return [0, 1]

    def parse(self, move: str) -> int:
        return {"draw": 0, "invoke": 1}[move]

    def play(self, seat: int, move: str) -> list[Any]:
        step = SimpleNamespace(seat=seat, auto=False, events=(), reveals=False, before=b"")
        self.steps.append(step)
        self.to_act = tuple(s for s in self.to_act if s != seat) or tuple(range(self.players))
        return self.steps[-1:]

    def packed(self) -> bytes:
        return b""

    def undo(self, seat: int) -> None:
        self.to_act = tuple(sorted({*self.to_act, seat}))

    def rewind(self, length: int) -> None:
        del self.steps[length:]
        self.to_act = tuple(range(self.players))

    def can_undo(self, seat: int) -> bool:
        return seat not in self.to_act

    def last_decision(self, seat: int) -> int | None:
        return max((i for i, step in enumerate(self.steps) if step.seat == seat), default=None)


@pytest.fixture
def offering(monkeypatch: pytest.MonkeyPatch) -> FoldedTable:
    monkeypatch.setattr(fold, "Match", lambda book, setup, seed, names: Offering(book, 3))
    return table()


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_answers_come_in_any_order(offering: FoldedTable, order: tuple[int, ...]) -> None:
    """Everyone answers the position in which they were asked, whoever was quicker."""
    for seat in order:
        offering.fold(offering.request_move(seat, "draw", 0))
    assert offering.seq == 3
    assert offering.to_act == {0: 3, 1: 3, 2: 3}


def test_an_answer_cannot_be_given_twice(offering: FoldedTable) -> None:
    offering.fold(offering.request_move(1, "draw", 0))
    with pytest.raises(Refused, match="not your turn"):
        offering.request_move(1, "invoke", 0)
    for seat in (0, 2):
        offering.fold(offering.request_move(seat, "draw", 0))
    # The next question is another one: what answered the last is stale for all.
    for seat in range(3):
        with pytest.raises(Refused, match="moved on"):
            offering.request_move(seat, "draw", 2)


def test_taking_back_an_answer_leaves_the_others_questions(offering: FoldedTable) -> None:
    offering.fold(offering.request_move(1, "draw", 0))
    offering.fold(offering.request_undo(1))
    assert offering.to_act == {0: 0, 1: 2, 2: 0}


def test_after_going_far_back_every_question_is_new(offering: FoldedTable) -> None:
    """A click that answered the later position must not count for the earlier one."""
    for seat in (0, 1, 2):
        offering.fold(offering.request_move(seat, "draw", offering.shown_seq_for(seat)))
    offering.fold(Entry("t1", 4, "rewind", 0, "0", 0.0))
    assert offering.to_act == {0: 4, 1: 4, 2: 4}


def test_a_seat_moved_along_is_asked_anew(offering: FoldedTable, monkeypatch: Patch) -> None:
    """A last answer that makes itself may begin the next round: its seat's question is new."""
    offering.fold(offering.request_move(0, "draw", 0))

    def play_and_more(match: Offering, seat: int, move: str) -> None:
        match.to_act = (0, 1, 2)
        match.steps += [
            SimpleNamespace(seat=seat, auto=seat == 2, events=(), reveals=False, before=b"")
            for seat in (1, 2)
        ]

    monkeypatch.setattr(Offering, "play", play_and_more)
    offering.fold(offering.request_move(1, "draw", 0))
    assert offering.to_act == {0: 2, 1: 2, 2: 2}


# --- Taking back --------------------------------------------------------------------------------


def test_what_revealed_nothing_is_taken_back_freely() -> None:
    ours = table()
    until(ours, lambda t: "pass" in t.match.legal(t.match.to_act[0]))
    before = list(ours.match.positions())
    seat = play(ours, "pass").seat
    entry = ours.request_undo(seat)
    assert (entry.kind, entry.text) == ("rewind", "")
    ours.fold(entry)
    assert list(ours.match.positions()) == before
    assert ours.to_act == {seat: ours.seq}


def asked_for_undo() -> tuple[FoldedTable, int, list[int]]:
    """A table at which somebody wants back a tile that was drawn; who, and the others."""
    ours = table()
    until(ours, lambda t: "draw" in t.match.legal(t.match.to_act[0]))
    seat = play(ours, "draw").seat
    entry = ours.request_undo(seat)
    assert entry.kind == "ask"
    ours.fold(entry)
    return ours, seat, [other for other in range(3) if other != seat]


def test_what_revealed_something_needs_everyones_consent() -> None:
    ours, seat, (first, second) = asked_for_undo()
    steps = len(ours.match.steps)
    assert ours.may_answer() == {first, second}
    ours.fold(ours.request_answer(first, agree=True))
    assert (ours.undo.seat, ours.undo.agreed, len(ours.match.steps)) == (seat, {seat, first}, steps)
    refused(ours, lambda: ours.request_answer(first, agree=True), NO_REQUEST)
    entry = ours.request_answer(second, agree=True)
    assert (entry.kind, entry.seat) == ("rewind", seat)
    ours.fold(entry)
    assert ours.undo.seat == -1
    assert ours.to_act == {seat: ours.seq}
    assert len(ours.match.steps) < steps


def test_one_refusal_ends_the_question() -> None:
    ours, _, (first, second) = asked_for_undo()
    position = list(ours.match.positions())
    ours.fold(ours.request_answer(first, agree=True))
    ours.fold(ours.request_answer(second, agree=False))
    assert (ours.undo.seat, ours.undo.agreed) == (-1, set())
    assert list(ours.match.positions()) == position
    refused(ours, lambda: ours.request_answer(first, agree=True), NO_REQUEST)


def test_the_one_who_asks_cannot_agree_but_can_withdraw() -> None:
    """Else a table of bots would wait for ever for somebody who has left."""
    ours, seat, others = asked_for_undo()
    refused(ours, lambda: ours.request_answer(seat, agree=True), NO_REQUEST)
    refused(ours, lambda: ours.request_undo(seat), "Someone has already asked to undo.")
    ours.fold(ours.request_answer(seat, agree=False))
    assert ours.undo.seat == -1
    refused(ours, lambda: ours.request_answer(others[0], agree=False), NO_REQUEST)


def test_only_the_askers_own_move_ends_the_question() -> None:
    """Another's may be a secret step, and a bot's would end every question at once."""
    ours, seat, _ = asked_for_undo()
    play(ours)
    assert ours.match.steps[-1].seat != seat
    assert ours.undo.seat == seat
    until(ours, lambda t: t.match.to_act == (seat,))
    play(ours)
    assert (ours.undo.seat, ours.undo.agreed) == (-1, set())


def test_consent_goes_back_to_what_was_asked_for_however_far_the_table_has_come() -> None:
    ours, seat, (first, second) = asked_for_undo()
    target = ours.undo.target
    play(ours)
    for other in (first, second):
        ours.fold(ours.request_answer(other, agree=True))
    assert len(ours.match.steps) == target
    assert ours.match.to_act == (seat,)


def test_who_is_away_is_asked_and_their_bot_cannot_answer() -> None:
    """Else one whose rivals are asleep could rewind the game to its beginning."""
    ours, _, (first, second) = asked_for_undo()
    steps = len(ours.match.steps)
    for other in (first, second):
        ours.fold(Entry("t1", ours.seq + 1, "away", other, "", 0.0))
    assert ours.may_answer() == {first, second}
    ours.fold(ours.request_answer(second, agree=True))
    assert len(ours.match.steps) == steps
    for _ in range(5):  # the bots that stand in for them play on
        seat, _level = ours.bot_to_act() or (None, "")
        if seat is None:
            break
        play(ours, seat=seat)
    assert ours.may_answer() == {first}
    assert len(ours.match.steps) >= steps


def alone_until(reveals: bool) -> FoldedTable:
    """A table of one person and bots at which a step back would (not) unsay something."""
    ours = table(ANN, ROBOT, ROBOT)

    def wanted(t: FoldedTable) -> bool:
        last = t.match.last_decision(0)
        if last is None or t.match.over or t.match.can_undo(0):
            return False
        return any(step.reveals for step in t.match.steps[last:]) is reveals

    until(ours, wanted)
    return ours


def test_past_moves_of_bots_one_goes_back_by_oneself() -> None:
    ours = alone_until(reveals=False)
    last = ours.match.last_decision(0)
    assert ours.undo_kind(0) == "free"
    entry = ours.request_undo(0)
    assert (entry.kind, entry.text) == ("rewind", str(last))
    ours.fold(entry)
    assert len(ours.match.steps) == last
    assert ours.match.to_act == (0,)


def test_nothing_goes_back_over_a_reveal_while_nobody_can_object() -> None:
    ours = alone_until(reveals=True)
    words = "something was revealed, and there's no other player to agree."
    assert ours.undo_kind(0) is None
    refused(ours, lambda: ours.request_undo(0), words)
    # People of one screen are one to the server: they could not object either.
    ours = table(ANN, Seat(PLAYER, "Ann's brother", "ann"), ROBOT)
    until(ours, lambda t: "draw" in t.match.legal(t.match.to_act[0]) and t.match.to_act[0] < 2)
    seat = ours.match.to_act[0]
    play(ours, "draw", seat)
    refused(ours, lambda: ours.request_undo(seat), words)


def test_nothing_goes_back_behind_somebodys_leaving() -> None:
    """Else a rival could be removed, and then everything they would have objected to be undone."""
    ours, seat, (first, _) = asked_for_undo()
    ours.fold(Entry("t1", ours.seq + 1, "leave", first, "", 0.0))
    assert ours.undo.seat == -1
    left = ours.record.seats[first]
    assert left == Seat(BOT, left.name, level="greedy", left="bob")
    refused(ours, lambda: ours.request_undo(seat), "You can't undo past the moment a player left.")


# --- Asking costs something -----------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which stands still unless it is moved."""
    times = [1000.0]
    monkeypatch.setattr(module, "now", lambda: times[0])
    return times


def try_undo(ours: FoldedTable, seat: int) -> Entry | None:
    try:
        return ours.request_undo(seat)
    except Refused:
        return None


@pytest.mark.parametrize("withdrawn", [False, True])
def test_every_refused_question_costs_a_longer_pause(clock: list[float], withdrawn: bool) -> None:
    ours, seat, (first, _) = asked_for_undo()
    pauses = []
    for _ in range(12):
        ours.fold(ours.request_answer(seat if withdrawn else first, agree=False))
        refused(ours, lambda: ours.request_undo(seat), "ask again in")
        began = clock[0]
        while (request := try_undo(ours, seat)) is None:
            clock[0] += 10.0
        pauses.append(clock[0] - began)
        ours.fold(request)
    assert pauses[:4] == [10.0, 20.0, 40.0, 80.0]
    assert pauses[-1] == 3600.0
    # Consent makes good for all of it.
    for other in range(3):
        if other != seat:
            ours.fold(ours.request_answer(other, agree=True))
    play(ours, "draw", seat)
    assert ours.undo_kind(seat) == "ask"


def test_undoing_again_and_again_does_not_grow_the_log_for_ever() -> None:
    ours = table(ANN, ROBOT, ROBOT)
    until(ours, lambda t: 0 in t.to_act and "invoke" in t.match.legal(0))
    for _ in range(MAX_UNDOS):
        play(ours, "invoke", 0)
        ours.fold(ours.request_undo(0))
    play(ours, "invoke", 0)
    refused(ours, lambda: ours.request_undo(0), f"all {MAX_UNDOS} undos")
    assert ours.undo_kind(0) is None


def test_an_old_question_does_not_keep_others_from_asking(clock: list[float]) -> None:
    ours, seat, _ = asked_for_undo()
    until(ours, lambda t: any(
        t.match.last_decision(o) is not None and not t.match.can_undo(o)
        for o in range(3) if o != seat
    ) and t.undo.seat == seat)  # fmt: skip
    other = next(o for o in range(3) if o != seat and ours.match.last_decision(o) is not None)
    refused(ours, lambda: ours.request_undo(other), "Someone has already asked to undo.")
    clock[0] += 601
    ours.fold(ours.request_undo(other))
    assert ours.undo.seat == other


def test_asking_stops_neither_clock_nor_bot(clock: list[float]) -> None:
    ours = table(ANN, BOB, ROBOT, clock=60)
    until(ours, lambda t: t.match.to_act == (2,) and t.match.last_decision(0) is not None
          and not t.match.can_undo(0))  # fmt: skip
    clock[0] += 30
    ours.fold(ours.request_undo(0))
    assert ours.undo.seat == 0
    assert ours.bot_to_act() == (2, "random")
    until(ours, lambda t: 1 in t.to_act)
    deadline = ours.deadline()
    assert deadline == clock[0] + 60
    for _ in range(3):
        if ours.undo.seat >= 0:
            ours.fold(ours.request_answer(0, agree=False))
        clock[0] += 100
        ours.fold(ours.request_undo(0))
        assert ours.deadline() == deadline


def test_taking_back_freely_gives_no_new_time(clock: list[float]) -> None:
    """Else moving and taking back keeps a clock alive for ever."""
    ours = table(clock=60)
    until(ours, lambda t: "pass" in t.match.legal(t.match.to_act[0]))
    seat, deadline = ours.match.to_act[0], ours.deadline()
    for _ in range(5):
        clock[0] += 10
        play(ours, "pass", seat)
        assert ours.deadline() == clock[0] + 60
        clock[0] += 1
        ours.fold(ours.request_undo(seat))
        assert ours.deadline() == deadline
    assert ours.late_seats(1000.0 + 60) == [seat]


def test_a_decision_whose_time_is_over_is_the_bots_even_if_its_owner_comes_back() -> None:
    ours = table(clock=60)
    (seat,) = ours.match.to_act
    ours.fold(away_entry(ours, seat))
    ours.fold(ours.request_back(seat))
    assert ours.away == set()
    assert ours.bot_to_act() == (seat, "greedy")
    assert ours.deadline() is None
    play(ours, seat=seat)
    until(ours, lambda t: seat in t.to_act)
    assert ours.bot_to_act() is None
    assert ours.deadline() is not None


def test_nothing_is_taken_back_before_the_first_move_or_after_the_end() -> None:
    """At the end the seed is open: who went back would know every draw."""
    for ours, words in ((table(), "no move"), (finished(), "game is over")):
        for seat in range(3):
            refused(ours, partial(ours.request_undo, seat), words)


# --- Clock --------------------------------------------------------------------------------------


def test_the_clock_runs_for_people_who_are_asked() -> None:
    ours = table(clock=60)
    (seat,) = ours.match.to_act
    assert ours.deadline() == 1060.0
    assert ours.late_seats(1059.9) == []
    assert ours.late_seats(1060.0) == [seat]
    ours.fold(away_entry(ours, seat))
    assert ours.away == {seat}
    assert ours.deadline() is None
    assert ours.bot_to_act() == (seat, "greedy")
    play(ours)
    ours.fold(ours.request_back(seat))
    until(ours, lambda t: seat in t.to_act)
    assert ours.bot_to_act() is None
    assert ours.deadline() == ours.last_at + 60


def test_no_clock_runs_without_a_limit_for_bots_or_before_all_have_come() -> None:
    assert table(ROBOT, ROBOT, ROBOT, clock=60).deadline() is None
    for ours in (table(), table(ANN, Seat(OPEN, "Friend"), CY, clock=60)):
        assert ours.deadline() is None
        assert ours.late_seats(1e12) == []
    # The last one comes an hour later: everyone has their whole time.
    assert table(clock=60, began=4600.0).deadline() == 4660.0


def test_who_moved_at_the_last_moment_is_not_sent_away() -> None:
    ours = table(clock=60)
    (seat,), late_at = ours.match.to_act, ours.seq
    refused(ours, lambda: ours.request_back(0), "already")
    play(ours)
    refused(ours, lambda: ours.request_timeout(seat, late_at), "moved on")
    until(ours, lambda t: seat in t.to_act)
    refused(ours, lambda: ours.request_timeout(seat, late_at), "moved on")


def test_records_written_before_a_field_was_added_can_be_read() -> None:
    old = json.loads(msgspec.json.encode(table().record))
    for name in ("began", "over", "rematch", "clock"):
        del old[name]
    assert msgspec.convert(old, TableRecord).began == 0.0
