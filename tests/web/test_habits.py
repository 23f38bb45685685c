"""Bots with a habit at a table: their names, what the page says of them, how they are stored."""

import json
import re
from typing import Any

from nomarch.bots import habit_levels
from nomarch.kernel.declare.game import rulebook

from .actors import Person, Site

RA = rulebook("ra")
LEVELS = habit_levels(RA)


def data_of(page: str, id_: str) -> dict[str, Any]:
    found = re.search(rf'id="{id_}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_set_up_offers_them_with_a_sentence(ann: Person) -> None:
    page = ann.reads("/new/ra")
    assert data_of(page, "game")["habits"] == {
        level: habit.about for level, habit in LEVELS.items()
    }
    for level, habit in LEVELS.items():
        assert f'<option value="bot:{level}">{habit.name} – Normal</option>' in page


def test_the_table_shows_name_level_and_sentence(site: Site, ann: Person) -> None:
    (level, habit), *_ = LEVELS.items()
    table = ann.opens("me", level, level, "greedy")
    site.settle(table)
    seats = data_of(ann.reads(table.page), "state")["seats"]
    assert [seat["name"] for seat in seats[1:3]] == [habit.name, f"{habit.name} II"]
    assert {seat["level"] for seat in seats[1:]} == {"Normal"}
    assert [seat["habit"] for seat in seats[1:]] == [habit.about, habit.about, ""]
    assert [seat["level"] for seat in ann.sees(table)["seats"][1:]] == [level, level, "greedy"]


def test_they_play_and_take_free_seats(site: Site, ann: Person) -> None:
    level, habit = list(LEVELS.items())[-1]
    table = ann.opens("me", "friend", "friend")
    ann.posts(f"{table.api}/fill", level=level)
    names = [seat["name"] for seat in ann.sees(table)["seats"]]
    assert names[1:] == [habit.name, f"{habit.name} II"]
    site.settle(table)
    ann.plays(table, 0)
    site.settle(table)
    assert ann.sees(table)["view"]["to_act"] == [0]


def test_one_of_another_game_is_refused(ann: Person) -> None:
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "greedy+spoiler"}] * 2]
    assert "greedy+patient" in ann.cannot("/api/tables", status=422, game="ra", seats=seats)
