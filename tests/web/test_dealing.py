"""A deal is secret until the last seat is taken; bots' chance until its seed is shown."""

import pytest

from nomarch.bots import make_bot
from nomarch.bots.play import bot_rng
from nomarch.engine.new_match import load
from nomarch.kernel.declare.chance import POLICY, reseed
from nomarch.kernel.declare.layout import STREAM, Stream
from nomarch.kernel.run.seeds import commitment, key_of, make_seed
from nomarch.tables.state.fold import replay
from nomarch.tables.state.model import BOT, MOVE, UNDEALT, Entry
from nomarch.tables.state.table import Table
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.table_store import read_table

from .actors import Person, Site
from .conftest import Start, at_postgres


def test_the_seed_is_made_when_the_last_seat_is_taken(site: Site, ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", "greedy", game="amun-re")
    assert table.state.record.seed == UNDEALT
    assert ann.sees(table)["commitment"] == ""
    bob.joins(table)
    dealt = table.state
    seed = dealt.record.seed
    assert seed != UNDEALT
    assert dealt.match.seed == site.reads(read_table, table).seed == seed
    assert ann.sees(table)["commitment"] == commitment(seed)
    assert dealt.match.names[:2] == ("Ann", "Bob")


def test_tables_with_bots_are_dealt_at_once(ann: Person) -> None:
    filled = ann.opens("me", "friend", "friend")
    ann.posts(f"{filled.api}/fill")
    for table in (filled, ann.opens("me", "greedy", "greedy")):
        assert table.state.record.seed != UNDEALT


def test_pages_that_wait_get_the_deal(ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", game="fertility", hints=True)
    assert "when the last seat is taken" in ann.reads(table.page)
    ann.cannot(f"{table.api}/hint", status=409, seat=0)
    with ann.listens(table) as link:
        page = link.looks()
        assert (page["started"], page["log"], page["commitment"]) == (False, [], "")
        assert (page["seat"], page["curtain"]) == (0, False)
        bob.joins(table)
        while not page["started"]:
            page = link.hears("page")
        assert (page["log_from"], page["log"][0]["ply"]) == (0, 0)
        assert page["commitment"]


@at_postgres
def test_a_start_at_one_process_is_played_at_another(start: Start) -> None:
    """The other process has the table in memory as it was before the deal."""
    with start() as one, start() as two:
        ann, bob = one.person(), two.person()
        table = ann.opens("me", "friend", game="fertility")
        assert bob.sees(table)["full"] is False
        bob.joins(table)
        for turn in range(7):
            here, there = (table.state for site in (one, two))
            assert here.match.packed() == there.match.packed(), turn
            seat = next(iter(here.to_act))
            (ann, bob)[seat].plays(table, seat)


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
