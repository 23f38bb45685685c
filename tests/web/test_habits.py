"""Bots with a habit at a table: their names, what the page says of them, how they are stored."""

from __future__ import annotations

import json
import re
from typing import Any

from starlette.testclient import TestClient

from nomarch.bots import habit_levels
from nomarch.kernel.declare.game import rulebook

from .people import Person, settle

RA = rulebook("ra")
LEVELS = habit_levels(RA)


def data_of(page: str, id_: str) -> dict[str, Any]:
    found = re.search(rf'id="{id_}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_set_up_offers_them_with_a_sentence(ann: Person) -> None:
    page = ann.get("/new/ra").text
    assert data_of(page, "game")["habits"] == {
        level: habit.about for level, habit in LEVELS.items()
    }
    for level, habit in LEVELS.items():
        assert f'<option value="bot:{level}">{habit.name} – Normal</option>' in page


def test_the_table_shows_name_level_and_sentence(server: TestClient, ann: Person) -> None:
    (level, habit), *_ = LEVELS.items()
    id_ = ann.opens("me", level, level, "greedy")
    settle(server, id_)
    seats = data_of(ann.get(f"/t/{id_}").text, "state")["seats"]
    assert [seat["name"] for seat in seats[1:3]] == [habit.name, f"{habit.name} II"]
    assert {seat["level"] for seat in seats[1:]} == {"Normal"}
    assert [seat["habit"] for seat in seats[1:]] == [habit.about, habit.about, ""]
    assert [seat["level"] for seat in ann.sees(id_)["seats"][1:]] == [level, level, "greedy"]


def test_they_play_and_take_free_seats(server: TestClient, ann: Person) -> None:
    level, habit = list(LEVELS.items())[-1]
    id_ = ann.opens("me", "friend", "friend")
    assert ann.post(f"/api/tables/{id_}/fill", {"level": level}).status_code == 200
    names = [seat["name"] for seat in ann.sees(id_)["seats"]]
    assert names[1:] == [habit.name, f"{habit.name} II"]
    settle(server, id_)
    ann.plays(id_, 0)
    settle(server, id_)
    assert ann.sees(id_)["view"]["to_act"] == [0]


def test_one_of_another_game_is_refused(ann: Person) -> None:
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "greedy+spoiler"}] * 2]
    answer = ann.post("/api/tables", {"game": "ra", "seats": seats})
    assert answer.status_code == 422
    assert "greedy+patient" in answer.text
