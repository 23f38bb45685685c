"""Analysis over HTTP: in the background, kept, for everyone with the link; and playing on."""

from collections.abc import Iterator
from typing import Any, cast

import pytest

from nomarch.bots.greedy import Greedy
from nomarch.bots.play import decide
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.kernel.declare.game import Rulebook, include
from nomarch.kernel.run.seeds import make_seed
from nomarch.storage.notes import read_notes
from nomarch.tables.analysis_jobs import AnalysisJobs
from nomarch.tables.stores.results import results
from tests.smallest.components import GOAL
from tests.smallest.state import State

from .actors import Patch, Person, Site, Table, refusal

SMALLEST = include("tests.smallest")
ONE_COMPILE = pytest.mark.xdist_group("search of smallest")


@pytest.fixture
def analysis_jobs(site: Site, monkeypatch: Patch) -> AnalysisJobs:
    """Studies of a game whose search is compiled in a moment."""

    def compile_at_once(self: SearchCompiler, book: Rulebook, *, wait: bool = False) -> None:
        self.compile(book)

    monkeypatch.setattr("nomarch.bots.search.SearchCompiler.warm_up", compile_at_once)
    found = site.services.analysis_jobs
    found.playouts = 600
    return found


def moves(table: Table, *people: Person) -> Iterator[tuple[int, bool]]:
    """Plays greedily, but once the first seat casts on when landing would have won.

    Yields each seat that has moved, and whether that was the blunder.
    """
    bot, is_planted = Greedy(SMALLEST), False
    while not (match := table.state.match).over:
        seat, s = match.to_act[0], cast(State, match.state)
        move = decide(match, seat, bot)
        blunders = not is_planted and seat == 0 and s.boat > 0 and s.points[0] + s.boat >= GOAL
        people[seat].plays(table, seat, "cast 3" if blunders else move)
        is_planted |= blunders
        yield seat, blunders
    assert is_planted, "nobody was ever about to win"


@pytest.fixture
def _blunder_15(monkeypatch: Patch) -> None:
    monkeypatch.setattr("nomarch.tables.service.make_seed", lambda: make_seed("blunder 15"))


@pytest.fixture
def blundered(ann: Person, _blunder_15: None) -> Table:
    """A game in which the first seat cast on, once, when landing would have won."""
    table = ann.opens("me", "here", game=SMALLEST.game.id)
    list(moves(table, ann, ann))
    return table


def study(jobs: AnalysisJobs, person: Person, table: str) -> Any:
    """Has a game studied and waits for it; what is told then."""
    assert person.posts(f"/api/tables/{table}/analysis")["of"] > 5
    person.site.call(jobs.wait, table)
    return person.gets(f"/api/tables/{table}/analysis")


@ONE_COMPILE
def test_a_planted_blunder_is_found_and_explained(
    analysis_jobs: AnalysisJobs, blundered: Table, ann: Person, stranger: Person
) -> None:
    path = f"{blundered.api}/analysis"
    before = stranger.gets(path)
    assert (before["ready"], before["running"]) == (False, False)
    found = study(analysis_jobs, ann, blundered)
    assert found["ready"]
    worst = found["turning"][0]
    assert (worst["seat"], worst["fault"], worst["best_win"]) == (0, "blunder", 100)
    assert (worst["move"], worst["best"]) == ("Cast × 3", "Land")
    assert "more games" in worst["reason"]
    assert worst["points"] >= 0
    assert sum(one["result"] for one in found["accounts"]) == pytest.approx(100)
    for one in found["accounts"]:
        total = one["start"] + one["skill"] + one["luck"]
        assert total == pytest.approx(one["result"], abs=0.3)
    # Whoever has the link sees the same, and it is not computed again.
    analysis_jobs.playouts = 0
    seen = stranger.gets(path)
    assert seen["turning"][0]["reason"] == f"A coach would have said: “{worst['reason']}”"
    for one in (*found["turning"], *seen["turning"]):
        del one["reason"], one["practise"]  # for the player alone
    assert seen == found
    assert ann.posts(path)["decisions"] == found["decisions"]
    assert stranger.gets(path, lang="fr")["turning"][0]["move"] != worst["move"]
    assert str(worst["loss"]) in stranger.reads(f"{blundered.page}/analysis")
    site = blundered.site
    site.call(site.tables.tables.remove, site.live(blundered))
    assert not site.reads(read_notes, blundered, "analysis/")


def test_only_finished_games_are_analysed(ann: Person, stranger: Person) -> None:
    table = ann.opens("me", "here", "here")
    analysis, sentence = f"{table.api}/analysis", "The game isn't over yet."
    assert refusal(ann.get(analysis), 409) == ann.cannot(analysis, status=409) == sentence
    assert ann.cannot(f"{table.api}/branch", status=409, ply=0) == sentence
    ann.cannot_read(f"{table.page}/analysis", status=409)
    table.rush(seed=3)
    stranger.cannot(analysis, status=401)
    ann.cannot_read("/t/nowhere/analysis", status=404)


def test_a_game_goes_on_from_any_position(site: Site, ann: Person, bob: Person) -> None:
    old = ann.opens("me", "here", "easy")
    match = old.rush(seed=5).match
    ply = next(i for i, step in enumerate(match.steps) if i > 20 and not step.auto)
    made = bob.posts(f"{old.api}/branch", ply=ply, level="random")["id"]
    table, seat = site.live(made).table, match.steps[ply].seat
    others = {i: place.level for i, place in enumerate(table.record.seats) if i != seat}
    assert table.record.seats[seat].name == "Bob"
    assert others == {i: "easy" if i == 2 else "random" for i in others}
    steps = [[step.action for step in each.steps[:ply]] for each in (match, table.match)]
    assert steps[0] == steps[1]
    assert (table.match.ply, table.match.to_act) == (ply, (seat,))
    bob.plays(made, seat)
    mine = ann.posts(f"{old.api}/branch", ply=ply)["id"]
    assert site.live(mine).table.record.seats[0].name == "Ann"


def test_what_is_played_on_from_elsewhere_is_no_result(site: Site, ann: Person) -> None:
    """A save without one's last move could be tried again until it wins."""
    old = ann.opens("me", "here", "here")
    match = old.rush(seed=5).match
    last = max(ply for ply, step in enumerate(match.steps) if not step.auto)
    lines = match.save().splitlines()
    start = len(lines) - 1 - len(match.steps)
    save = "\n".join([*lines[: start + last], f"end {last}"])
    again = [ann.posts("/api/saves", save=save, seats=[0, 1, 2])["id"],
             ann.posts(f"{old.api}/branch", ply=last)["id"]]  # fmt: skip
    for table in again:
        site.rush(table, seed=6)
        assert ann.gets(f"/api/tables/{table}/milestone") == {"kind": ""}
    seats = {id_: len(result.seats) for id_, result in site.reads(results, [old, *again]).items()}
    assert seats == {old: 3, again[0]: 0, again[1]: 0}


def test_a_branch_that_cannot_be_is_refused_with_a_sentence(ann: Person) -> None:
    old = ann.opens("me", "here", "here")
    plies = old.rush(seed=5).match.ply
    for wish, sentence in (
        ({"ply": plies}, f"one of the game's {plies} moves"),
        ({"ply": -1}, "one of the game's"),
        ({"ply": 0, "seat": 9}, "There's no seat 9."),
        ({"ply": 0, "level": "genius"}, "Unknown bot “genius”"),
    ):
        assert sentence in ann.cannot(f"{old.api}/branch", status=422, **wish)
    assert len(ann.gets("/api/tables")) == 1
