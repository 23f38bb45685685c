"""The game is dealt when the last seat is taken: nobody knows anything of it before."""

from __future__ import annotations

from nomarch.kernel.run.seeds import commitment
from nomarch.tables.state.model import UNDEALT
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
    table = ann.opens("me", "friend", game="fertility")
    assert "when the last seat is taken" in ann.reads(table.page)
    with ann.listens(table) as link:
        page = link.looks()
        assert (page["started"], page["log"], page["commitment"]) == (False, [], "")
        assert (page["seat"], page["curtain"]) == (0, False)
        bob.joins(table)
        while not page["started"]:
            page = link.hears("page")
        assert (page["log_from"], page["log"][0]["ply"]) == (0, 0)
        assert page["commitment"]


def test_no_hint_before_the_start(ann: Person) -> None:
    table = ann.opens("me", "friend", "greedy", hints=True)
    ann.cannot(f"{table.api}/hint", status=409, seat=0)


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
