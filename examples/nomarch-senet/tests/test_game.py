"""Senet as a game of Nomarch: conformance, bots, saves, and what is optional."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import nomarch
from nomarch.bots.play import play_on
from nomarch.conformance import GAME_CHECKS, SETUP_CHECKS, Problem
from nomarch.conformance.catalogs import check_catalogs
from nomarch.conformance.playing import tried_setups
from nomarch.conformance.project import GameProject
from nomarch.conformance.rules_page_checks import check_rules_page
from nomarch.kernel.declare.game import Setup, rulebook
from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings

BOOK = rulebook("senet")
GOLDEN = Path(__file__).parent / "golden"
Check = Callable[..., Iterator[Problem]]


def told(problems: Iterator[Problem]) -> list[str]:
    return list(map(str, problems))


@pytest.mark.parametrize("check", GAME_CHECKS, ids=lambda check: check.__name__)
def test_the_game_conforms(check: Check) -> None:
    assert told(check(BOOK)) == []


@pytest.mark.parametrize("setup", tried_setups(BOOK), ids=lambda setup: str(setup.options))
@pytest.mark.parametrize("check", SETUP_CHECKS, ids=lambda check: check.__name__)
def test_every_set_up_conforms(setup: Setup, check: Check) -> None:
    assert told(check(BOOK, setup)) == []


def test_it_is_at_the_table() -> None:
    assert nomarch.games()[-1] == "senet"
    assert not BOOK.package.startswith("nomarch.")


def test_every_sentence_is_translated() -> None:
    assert told(check_catalogs(BOOK)) == []


def test_the_rules_page_names_what_exists() -> None:
    project = GameProject(Path(__file__).parent.parent, BOOK)
    assert told(check_rules_page(project)) == []


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_recorded_games_play_as_they_did(path: Path) -> None:
    match = nomarch.load(path.read_text(encoding="utf-8"))
    assert match.over
    events = [event for step in match.steps for event in step.events]
    assert BOOK.invariants.ending(events) == path.stem


def test_every_way_to_end_is_recorded() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(BOOK.invariants.ENDINGS)


def test_people_play_it_in_the_browser(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, bots=False)
    with TestClient(create_app(settings)) as client:
        assert "Senet" in client.get("/").text
        assert "2 players" in client.get("/").text
        client.post("/api/person", json={"name": "Nefer"})
        seats = [{"kind": "me"}, {"kind": "here"}]
        made = client.post("/api/tables", json={"game": "senet", "seats": seats}).json()
        assert client.get(f"/t/{made['id']}").status_code == 200
        seen = client.get(f"/api/tables/{made['id']}").json()
        (seat,) = seen["view"]["to_act"]
        seen = client.get(f"/api/tables/{made['id']}", params={"seat": seat}).json()
        move = {"seat": seat, "move": seen["view"]["legal"][0], "seq": seen["seq"]}
        assert client.post(f"/api/tables/{made['id']}/move", json=move).status_code == 200
        for page in ("/rules/senet", "/learn/senet", "/new/senet"):
            for language in ("en", "fr", "nl"):
                assert client.get(page, params={"lang": language}).status_code == 200


def test_greedy_beats_random_play() -> None:
    won = 0
    for number in range(20):
        match = nomarch.new("senet", seed=f"greedy {number}")
        while not match.over:
            seat = match.to_act[0]
            play_on(match, "greedy" if seat == number % 2 else "random", 1)
        won += match.ranking[0].seat == number % 2
    assert won >= 14
