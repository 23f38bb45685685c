"""Analysis over HTTP: in the background, kept, for everyone with the link; and playing on."""

from __future__ import annotations

from html import unescape
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

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

from .people import Person, call, opened, rush, service_of, services_of, stored

SMALLEST = include("tests.smallest")
ONE_COMPILE = pytest.mark.xdist_group("search of smallest")


@pytest.fixture
def analysis_jobs(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> AnalysisJobs:
    """Studies of a game whose search is compiled in a moment."""

    def compile_at_once(self: SearchCompiler, book: Rulebook, *, wait: bool = False) -> None:
        self.compile(book)

    monkeypatch.setattr("nomarch.bots.search.SearchCompiler.warm_up", compile_at_once)
    found = services_of(server).analysis_jobs
    found.playouts = 600
    return found


@pytest.fixture
def blundered(server: TestClient, ann: Person, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game in which the first seat cast on, once, when landing would have won."""
    monkeypatch.setattr("nomarch.tables.service.make_seed", lambda: make_seed("blunder 15"))
    id_ = ann.opens("me", "here", game=SMALLEST.game.id)
    bot, planted = Greedy(SMALLEST), False
    while not (match := opened(server, id_).table.match).over:
        seat, s = match.to_act[0], cast(State, match.state)
        move = decide(match, seat, bot)
        if not planted and seat == 0 and s.boat > 0 and s.points[0] + s.boat >= GOAL:
            move, planted = "cast 3", True
        ann.plays(id_, seat, move)
    assert planted, "nobody was ever about to win"
    return id_


def study(server: TestClient, analysis_jobs: AnalysisJobs, person: Person, id_: str) -> Any:
    """Has a game studied and waits for it; what is told then."""
    begun = person.post(f"/api/tables/{id_}/analysis")
    assert begun.status_code == 200, begun.text
    assert begun.json()["of"] > 5

    call(server, analysis_jobs.wait, id_)
    return person.get(f"/api/tables/{id_}/analysis").json()


@ONE_COMPILE
def test_a_planted_blunder_is_found_kept_and_told_in_words(
    server: TestClient, analysis_jobs: AnalysisJobs, blundered: str, ann: Person, stranger: Person
) -> None:
    before = stranger.get(f"/api/tables/{blundered}/analysis").json()
    assert not before["ready"]
    assert not before["running"]
    found = study(server, analysis_jobs, ann, blundered)
    assert found["ready"]
    worst = found["turning"][0]
    assert (worst["seat"], worst["fault"], worst["best_win"]) == (0, "blunder", 100)
    assert (worst["move"], worst["best"]) == ("Cast × 3", "Land")
    assert worst["reason"]
    assert sum(one["result"] for one in found["accounts"]) == pytest.approx(100)
    for one in found["accounts"]:
        total = one["start"] + one["skill"] + one["luck"]
        assert total == pytest.approx(one["result"], abs=0.3)
    # Whoever has the link sees the same, and it is not computed again.
    analysis_jobs.playouts = 0
    seen = stranger.get(f"/api/tables/{blundered}/analysis").json()
    assert "more games" in worst["reason"]
    assert worst["points"] >= 0
    assert seen["turning"][0]["reason"] == f"A coach would have said: “{worst['reason']}”"
    for one in (*found["turning"], *seen["turning"]):
        del one["reason"], one["practise"]  # for the player alone
    assert seen == found
    assert ann.post(f"/api/tables/{blundered}/analysis").json()["decisions"] == found["decisions"]
    french = stranger.get(f"/api/tables/{blundered}/analysis?lang=fr").json()
    assert french["turning"][0]["move"] != worst["move"]
    assert str(worst["loss"]) in stranger.get(f"/t/{blundered}/analysis").text


@ONE_COMPILE
def test_what_was_found_goes_with_its_table(
    server: TestClient, analysis_jobs: AnalysisJobs, blundered: str, ann: Person
) -> None:
    study(server, analysis_jobs, ann, blundered)
    assert stored(server, lambda store: read_notes(store, blundered, "analysis/"))
    call(server, service_of(server).tables.remove, opened(server, blundered))
    assert not stored(server, lambda store: read_notes(store, blundered, "analysis/"))


def test_only_finished_games_are_studied_and_only_for_people(
    server: TestClient, ann: Person, stranger: Person
) -> None:
    running = ann.opens("me", "here", "here")
    for answer in (
        ann.get(f"/api/tables/{running}/analysis"),
        ann.post(f"/api/tables/{running}/analysis"),
        ann.get(f"/t/{running}/analysis"),
        ann.post(f"/api/tables/{running}/branch", {"ply": 0}),
    ):
        assert answer.status_code == 409
        assert "The game isn't over yet." in unescape(answer.text)
    rush(server, running, seed=3)
    assert stranger.post(f"/api/tables/{running}/analysis").status_code == 401
    assert ann.get("/t/nowhere/analysis").status_code == 404


def test_a_game_goes_on_from_any_position(server: TestClient, ann: Person, bob: Person) -> None:
    old = ann.opens("me", "here", "easy")
    match = rush(server, old, seed=5).match
    ply = next(i for i, step in enumerate(match.steps) if i > 20 and not step.auto)
    answer = bob.post(f"/api/tables/{old}/branch", {"ply": ply, "level": "random"})
    assert answer.status_code == 201, answer.text
    live = opened(server, answer.json()["id"])
    seat = match.steps[ply].seat
    places = live.table.record.seats
    assert places[seat].name == "Bob"
    assert [one.level for i, one in enumerate(places) if i != seat] == [
        "easy" if i == 2 else "random" for i in range(3) if i != seat
    ]
    again = live.table.match
    assert [step.action for step in again.steps] == [s.action for s in match.steps[: again.ply]]
    assert again.ply == ply
    assert again.to_act == (seat,)
    bob.plays(answer.json()["id"], seat)
    mine = ann.post(f"/api/tables/{old}/branch", {"ply": ply}).json()["id"]
    assert opened(server, mine).table.record.seats[0].name == "Ann"


def test_what_is_played_on_from_elsewhere_is_no_result(server: TestClient, ann: Person) -> None:
    """A save without one's last move could be tried again until it wins."""
    old = ann.opens("me", "here", "here")
    match = rush(server, old, seed=5).match
    last = max(ply for ply, step in enumerate(match.steps) if not step.auto)
    lines = match.save().splitlines()
    start = len(lines) - 1 - len(match.steps)
    save = "\n".join([*lines[: start + last], f"end {last}"])
    for path, wish in (
        ("/api/saves", {"save": save, "seats": [0, 1, 2]}),
        (f"/api/tables/{old}/branch", {"ply": last}),
    ):
        answer = ann.post(path, wish)
        assert answer.status_code == 201, answer.text
        again = answer.json()["id"]
        rush(server, again, seed=6)
        assert ann.get(f"/api/tables/{again}/milestone").json() == {"kind": ""}
        assert stored(server, lambda store, id_=again: results(store, [id_])[id_].seats) == ()
    assert len(stored(server, lambda store: results(store, [old])[old].seats)) == 3


def test_a_branch_that_cannot_be_is_refused_with_a_sentence(
    server: TestClient, ann: Person
) -> None:
    old = ann.opens("me", "here", "here")
    plies = rush(server, old, seed=5).match.ply
    for wish, sentence in (
        ({"ply": plies}, f"one of the game's {plies} moves"),
        ({"ply": -1}, "one of the game's"),
        ({"ply": 0, "seat": 9}, "There's no seat 9."),
        ({"ply": 0, "level": "genius"}, "Unknown bot “genius”"),
    ):
        answer = ann.post(f"/api/tables/{old}/branch", wish)
        assert answer.status_code == 422
        assert sentence in answer.text
    assert len(ann.get("/api/tables").json()) == 1
