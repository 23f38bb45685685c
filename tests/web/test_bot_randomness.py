"""Bots' random streams: secret while a game runs, repeatable once its seed is shown."""

from __future__ import annotations

import pytest

from nomarch.bots import make_bot
from nomarch.bots.play import bot_rng
from nomarch.engine.new_match import load
from nomarch.kernel.declare.chance import POLICY, reseed
from nomarch.kernel.declare.layout import STREAM, Stream
from nomarch.kernel.run.seeds import commitment, key_of, make_seed
from nomarch.tables.state.fold import replay
from nomarch.tables.state.model import BOT, MOVE, Entry
from nomarch.tables.state.table import Table
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.table_store import read_table

from .actors import Person, Site


def chosen(table: Table, entry: Entry, stream: Stream) -> bool:
    """Whether a random bot with such a stream would have made the move."""
    match, seat = table.match, entry.seat
    bot = make_bot("random", match.book)
    action = bot.choose(match.observe(seat), seat, match.legal_actions(seat), stream)
    return match.book.actions[action] == entry.text


def bots_moves(site: Site, table: str) -> list[tuple[Table, Entry]]:
    """Every move of a bot that had a choice, each with the table before it."""
    record, log = site.reads(read_table, table), site.reads(read_log, table)
    found = []
    for at, entry in enumerate(log):
        if entry.kind == MOVE and record.seats[entry.seat].kind == BOT:
            before = replay(record, log[:at])
            if len(before.match.legal(entry.seat)) > 1:
                found.append((before, entry))
    return found


@pytest.mark.parametrize("game", ["ra", "amun-re"])
def test_what_is_public_does_not_foretell_a_bot_but_the_seed_replays_it(
    site: Site, ann: Person, game: str
) -> None:
    id_ = ann.opens("me", "random", "random", game=game)
    site.rush(id_, seed=4, decisions=25)
    moves = bots_moves(site, id_)[-40:]
    assert len(moves) > 15
    foretold = replayed = 0
    for table, entry in moves:
        public = STREAM.plain()
        key = key_of(make_seed(f"{commitment(table.record.seed)} bot"))
        reseed(public, key, len(table.match.steps) * 8 + entry.seat, POLICY)
        foretold += chosen(table, entry, public)
        ply = len(table.shown_steps({entry.seat}))
        replayed += chosen(table, entry, bot_rng(table.match, entry.seat, ply))
    assert replayed == len(moves)
    assert foretold < 0.75 * len(moves)


def test_the_save_of_a_finished_game_is_enough(ann: Person) -> None:
    table = ann.opens("me", "random", "random")
    seats = table.rush(seed=5).record.seats
    match = load(ann.reads(f"{table.api}/save"))
    bot = make_bot("random", match.book)
    for ply, step in enumerate(match.steps):
        if seats[step.seat].kind == BOT and not step.auto:
            before = match.replay(ply)
            view, legal = before.observe(step.seat), before.legal_actions(step.seat)
            assert bot.choose(view, step.seat, legal, bot_rng(before, step.seat)) == step.action
    assert match.over
