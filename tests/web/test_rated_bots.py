"""Bots have a rating only with the player counts that were measured."""

from dataclasses import replace

import pytest

from nomarch.bots import ratings
from nomarch.bots.ratings import measured_counts
from nomarch.contests.rounds import new_round
from nomarch.contests.tournaments import Entrant, Tournament, TournamentData
from nomarch.kernel.declare.game import rulebook
from nomarch.people.pairing import PATIENCE
from nomarch.people.rated_play import has_rated_bots
from nomarch.people.rating_store import anchor
from nomarch.tables.state.model import BOT, PLAYER, Seat

from .actors import Person, Site
from .test_networks import ELSEWHERE, HOME, waits

BOOK = rulebook("giza")
MEASURED, UNMEASURED = 4, 3


@pytest.fixture(autouse=True)
def _measured_with_one_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a game whose bots were measured with one player count."""
    known = ratings.ladder_of(BOOK)
    assert known is not None
    ladder = replace(known, players={MEASURED: known.players[MEASURED]})
    monkeypatch.setattr(ratings, "ladder_of", lambda book: ladder)


@pytest.fixture
def nefer(site: Site) -> Person:
    return site.member("Nefer", HOME)


def test_a_bot_has_a_rating_with_measured_counts_only() -> None:
    assert anchor("giza", "greedy", MEASURED) is not None
    assert anchor("giza", "greedy", UNMEASURED) is None
    assert has_rated_bots("giza", [Seat(PLAYER, "A", "a"), Seat(PLAYER, "B", "b")])


def test_a_rated_table_has_bots_only_where_they_were_measured(nefer: Person) -> None:
    nefer.opens("me", *["greedy"] * (MEASURED - 1), game="giza", rated=True)
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "greedy"}] * (UNMEASURED - 1)]
    words = nefer.cannot("/api/tables", status=422, game="giza", rated=True, seats=seats)
    assert f"no rating with {UNMEASURED} players" in words
    table = nefer.opens("me", *["friend"] * (UNMEASURED - 1), game="giza", rated=True)
    nefer.cannot(f"{table.api}/fill", status=422, level="greedy")


def test_set_up_and_lobby_say_so(nefer: Person) -> None:
    page = nefer.reads("/new/giza")
    assert f'"measured":{list(measured_counts(BOOK))}'.replace(" ", "") in page.replace(" ", "")
    assert "Not with bots at this number of players" in page
    assert "only at player counts at which bots were measured" in nefer.reads("/lobby")


def test_a_pair_with_bots_plays_unrated_where_they_were_not_measured(site: Site) -> None:
    people = [site.member("Nefer", HOME), site.member("Tuya", ELSEWHERE)]
    for person in people:
        waits(person, counts=[UNMEASURED])
    site.clock.advance(PATIENCE + 1)  # bots join
    for person in people:
        person.gets("/api/pairing")
    site.call(site.services.matchmaker.match)
    record = site.live(people[0].gets("/api/pairing")["table"]).table.record
    assert {seat.kind for seat in record.seats} == {PLAYER, BOT}
    assert not record.rated


def test_tables_of_a_rated_tournament_with_a_bot_are_unrated_where_bots_were_not_measured() -> None:
    people = tuple(f"g{i}" for i in range(2 * UNMEASURED - 1))
    tournament = Tournament(
        id="t", title="T", game="giza", options={}, seats=UNMEASURED, format="swiss", rounds=1,
        clock=60, round_seconds=3600, starts=0.0, host="g0", created=0.0, seed="07" * 32,
        rated=True, level="greedy",
    )  # fmt: skip
    entrants = [Entrant(person, person, 0.0, 1, False) for person in people]
    file = TournamentData(tournament, tuple(entrants), (), {})
    seating = [list(people[:UNMEASURED]), [*people[UNMEASURED:], ""]]
    _, (full, with_bot) = new_round(file, seating, 1, 0.0)
    assert [seat.kind for seat in with_bot.seats][-1] == BOT
    assert (full.rated, with_bot.rated) == (True, False)
