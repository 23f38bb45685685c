"""Decisions that several owe at once: nobody learns how another goes about theirs."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.contests.site_hooks import site_database
from nomarch.engine.match import SPECTATOR, Match
from nomarch.errors import Refused
from nomarch.kernel.declare.game import rulebooks
from nomarch.kernel.run.seeds import make_seed
from nomarch.people.personal_data import own_data
from nomarch.tables.live.directory import TableListing, summarize
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.state.model import PLAYER, Attention, Entry, Person, Seat
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.table_store import put_table
from nomarch.web.table.renderer import Viewpoint, render
from nomarch.web.table.serializers import data_view, table_line, table_news
from tests.web.folding import FoldedTable, new_record


def until_joint(game: str) -> FoldedTable:
    """A table of people at its first joint decision."""
    book = rulebooks()[game]
    setup = next(book.setups())
    seats = (Seat(PLAYER, f"Guest {i}", f"person-{i}") for i in range(setup.players))
    options = book.option_ids(setup)
    table = FoldedTable(new_record(*seats, game=game, options=options, seed=make_seed("joint")))
    bot = make_bot("greedy", book)
    while table.joint is None:
        seat = table.match.to_act[0]
        play(table, seat, decide(table.match, seat, bot))
    return table


def play(table: FoldedTable, seat: int, move: str) -> None:
    entry = table.request_move(seat, move, table.shown_seq([seat]))
    table.fold(msgspec.structs.replace(entry, at=1.0))


def told(table: FoldedTable, seats: tuple[int, ...]) -> str:
    """Everything that the owner of some seats is sent: page, data, news."""
    live = LiveTable(table, table.record)
    seat = seats[0] if seats else -1
    page = render(table, Viewpoint(seats, "en", "wide")).full([])
    told = [page, data_view(live, seat, seats), table_news(table, None, seats)]
    listing = TableListing(table.record, summarize(table), Attention())
    told += [table_line(listing, Person(f"person-{own}", ""), "en", is_open=False) for own in seats]
    told += [refusals(table, own) for own in seats]
    return msgspec.json.encode(told).decode()


def refusals(table: FoldedTable, seat: int) -> list[str]:
    """What is said to one who tries everything that is refused, at every position there may be."""
    legal = table.match.legal(seat)
    wrong = ["nonsense", *[move for move in table.book.actions if move not in legal][:3]]
    tries: list[Callable[[], Entry]] = [
        lambda move=move, seq=seq: table.request_move(seat, move, seq)  # type: ignore[misc]
        for move in wrong
        for seq in range(table.joint.seq - 3, table.joint.seq + 40)
    ]
    tries += [lambda: table.request_undo(seat), lambda: table.request_answer(seat, agree=True)]
    tries += [lambda: table.request_back(seat)]
    return [outcome(wish) for wish in tries]


def outcome(wish: Callable[[], Entry]) -> str:
    try:
        return wish().kind
    except Refused as refused:
        return f"{type(refused).__name__}: {refused}"


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


GAMES = [game for game, book in rulebooks().items() if hasattr(book.module("rules"), "to_act")]


def test_a_game_with_joint_decisions_is_here() -> None:
    assert GAMES


@pytest.mark.parametrize("hinted", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_another_way_to_answer_looks_the_same_to_all_others(game: str, hinted: bool) -> None:
    first = until_joint(game)
    seat, *others = first.match.to_act
    seen: dict[tuple[int, ...], set[str]] = {owners: set() for owners in [(), *zip(others)]}
    for seed in range(8):
        table = until_joint(game)
        way = answers(table.match.replay(), seat, seed)
        if any(word in move for move in way for word in ("sell", "play")):
            continue  # these are done in the open
        for move in way:
            if hinted and not table.is_hint_known(seat):  # before every step, but told once
                table.fold(msgspec.structs.replace(table.request_hint(seat), at=1.0))
            play(table, seat, move)
        assert seat not in table.match.to_act
        for owners, views in seen.items():
            views.add(told(table, owners))
    assert all(len(views) == 1 for views in seen.values())


def secret_move(table: FoldedTable, seat: int) -> str:
    """A step towards an answer that nobody else is told of."""
    for move in table.match.legal(seat):
        twin = table.match.replay()
        steps = twin.play(seat, move)
        told = any(event.is_told_to(SPECTATOR) for step in steps for event in step.events)
        if not told and seat in twin.to_act:
            return move
    raise AssertionError("no step is secret here")


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_to_a_seat_depends_on_its_own_steps_only(game: str) -> None:
    table = until_joint(game)
    rival = table.match.to_act[0]
    owners = [(other,) for other in range(table.match.players) if other != rival] + [()]
    before = {seats: told(table, seats) for seats in owners}
    for turn in range(6):
        move = secret_move(table, rival)
        play(table, rival, move)
        for seats in owners:
            assert told(table, seats) == before[seats]
        if turn % 3 == 2:
            table.fold(table.request_undo(rival))
            for seats in owners:
                assert told(table, seats) == before[seats]


@pytest.mark.parametrize("game", GAMES)
def test_exported_data_does_not_count_the_secret_steps_of_others(game: str, tmp_path: Path) -> None:
    exported = set()
    for steps in (0, 1, 4):
        table = until_joint(game)
        rival, me, *_ = table.match.to_act
        for _ in range(steps):
            play(table, rival, secret_move(table, rival))
        play(table, me, secret_move(table, me))
        with closing(site_database(str(tmp_path / str(steps))).open()) as store:
            put_table(store, table.record)
            append_entries(store, table.log)
            data = own_data(store, Person(f"person-{me}", "Me"))
        assert data.tables[0].entries[-1]["seq"] == table.shown_seq([me])
        exported.add(msgspec.json.encode(data))
    assert len(exported) == 1
