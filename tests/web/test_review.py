"""The coach speaks after a blunder, and only then."""

from __future__ import annotations

from typing import cast

import pytest

from nomarch.bots.greedy import Greedy
from nomarch.bots.play import decide
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.kernel.declare.game import Rulebook, include
from nomarch.kernel.run.seeds import make_seed
from tests.smallest.components import GOAL
from tests.smallest.state import State

from .actors import Person, Site

SMALLEST = include("tests.smallest")


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def compile_at_once(self: SearchCompiler, book: Rulebook, *, wait: bool = False) -> None:
        self.compile(book)

    monkeypatch.setattr(SearchCompiler, "warm_up", compile_at_once)
    monkeypatch.setattr("nomarch.tables.service.make_seed", lambda: make_seed("blunder 15"))


def test_the_coach_says_what_a_blunder_costs(site: Site, ann: Person) -> None:
    id_ = ann.opens("me", "here", game=SMALLEST.game.id, coached=True)
    bot, said = Greedy(SMALLEST), list[str]()
    while not (match := site.live(id_).table.match).over:
        seat, s = match.to_act[0], cast(State, match.state)
        move = decide(match, seat, bot)
        is_planted = seat == 0 and s.boat > 0 and s.points[0] + s.boat >= GOAL
        ann.plays(id_, seat, "cast 3" if is_planted else move)
        review = ann.post(f"/api/tables/{id_}/review", {"seat": seat}).json()
        if is_planted:
            assert review["text"].startswith("Better: Land.")
            assert "more games" in review["text"]
            assert review["best"] == "land"
            french = ann.post(f"/api/tables/{id_}/review?lang=fr", {"seat": seat}).json()
            assert french["text"].startswith("Mieux")
            return
        said.append(review["text"])
        assert review["text"] == "", "the coach criticises what it would have recommended"
    raise AssertionError("nobody was ever about to win")


def test_without_a_coach_nobody_reviews(ann: Person, stranger: Person) -> None:
    plain = ann.opens("me", "here", game=SMALLEST.game.id)
    answer = ann.post(f"/api/tables/{plain}/review", {"seat": 0})
    assert answer.status_code == 409
    assert "no coach" in answer.json()["error"]
    coached = ann.opens("me", "here", game=SMALLEST.game.id, coached=True)
    assert stranger.post(f"/api/tables/{coached}/review", {"seat": 0}).status_code == 401
