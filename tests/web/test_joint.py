"""Decisions that several owe at once: nobody learns how another goes about theirs."""

from __future__ import annotations

import msgspec
import pytest

from nomarch.bots import make_bot
from nomarch.bots.seats import decide
from nomarch.kernel.game import rulebooks
from nomarch.kernel.seeds import make_seed
from nomarch.match import Match
from nomarch.tables.hall import Live
from nomarch.tables.model import GUEST, MOVE, Entry, Seat, TableRecord
from nomarch.tables.refusals import Refused
from nomarch.tables.table import Table
from nomarch.web.painting import Eyes, paint
from nomarch.web.showing import data_view, table_news

MOST_STEPS = 400


def until_joint(game: str) -> Table | None:
    """A table of guests at its first joint decision; None where a game has none."""
    book = rulebooks()[game]
    setup = next(book.setups())
    seats = tuple(Seat(GUEST, f"Guest {i}", f"guest-{i}") for i in range(setup.players))
    record = TableRecord(
        id="joint", game=game, rules=book.game.rules_version, options=book.option_ids(setup),
        seats=seats, seed=make_seed("joint"), invite="", host="guest-0", created=0.0,
    )  # fmt: skip
    table, bot = Table(record), make_bot("greedy", book)
    for _ in range(MOST_STEPS):
        if table.joint is not None:
            return table
        if table.match.over:
            return None
        seat = table.match.to_act[0]
        play(table, seat, decide(table.match, seat, bot))
    return None


def play(table: Table, seat: int, move: str) -> None:
    seq = table.seen([seat])
    entry = table.wish_move(seat, move, seq)
    table.fold(Entry(entry.table, entry.seq, MOVE, seat, entry.text, 1.0))


def told(table: Table, seats: tuple[int, ...]) -> str:
    """Everything that the owner of some seats is sent: page, data, news."""
    live = Live(table)
    seat = seats[0] if seats else -1
    page = paint(table, Eyes(seats, "en", "wide")).whole([])
    told = [page, data_view(live, seat, seats), table_news(table, None, seats)]
    return msgspec.json.encode(told).decode()


def answers(match: Match, seat: int, seed: int) -> list[str]:
    """Ways to answer: the seed picks among the first moves, then the way is gone to its end."""
    moves = []
    while seat in match.to_act and len(moves) < 12:
        legal = match.legal(seat)
        move = legal[(seed + len(moves)) % len(legal)] if len(moves) < 2 else legal[0]
        before = set(match.to_act)
        match.play(seat, move)
        moves.append(move)
        if set(match.to_act) != before:
            break
    return moves


GAMES = [game for game in rulebooks() if until_joint(game) is not None]


def test_a_game_with_joint_decisions_is_here() -> None:
    assert GAMES


@pytest.mark.parametrize("game", GAMES)
def test_another_way_to_answer_looks_the_same_to_all_others(game: str) -> None:
    first = until_joint(game)
    assert first is not None
    seat, *others = first.match.to_act
    public = {event for step in first.match.steps for event in step.events}
    assert public
    seen = {}
    for seed in range(8):
        table = until_joint(game)
        assert table is not None
        way = answers(table.match.replay(), seat, seed)
        if any(word in move for move in way for word in ("sell", "play")):
            continue  # these are done in the open
        for move in way:
            play(table, seat, move)
        assert seat not in table.match.to_act
        for other in others:
            seen.setdefault((other,), set()).add(told(table, (other,)))
        seen.setdefault((), set()).add(told(table, ()))
    assert all(len(views) == 1 for views in seen.values())


@pytest.mark.parametrize("game", GAMES)
def test_answers_are_taken_in_any_order_and_once(game: str) -> None:
    ends = set()
    for turn in (1, -1):
        table = until_joint(game)
        assert table is not None
        asked = {seat: table.seen([seat]) for seat in table.match.to_act}
        for seat in list(table.match.to_act)[::turn]:
            way = answers(table.match.replay(), seat, 0)
            entry = table.wish_move(seat, way[0], asked[seat])
            table.fold(Entry(entry.table, entry.seq, MOVE, seat, entry.text, 1.0))
            with pytest.raises(Refused):
                table.wish_move(seat, way[0], asked[seat])
            for move in way[1:]:
                play(table, seat, move)
        assert table.joint is None
        ends.add(table.book.layout.pack(table.match.state))
    assert len(ends) == 1
