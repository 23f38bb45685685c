"""Your tables: what a card says, which games are new, and finished ones that are hidden."""

from __future__ import annotations

from typing import Any

from .actors import Person, Site


def lines(person: Person) -> dict[str, Any]:
    return {line["id"]: line for line in person.get("/api/tables").json()}


def test_a_card_shows_the_state_of_a_game(site: Site, ann: Person, bob: Person) -> None:
    id_ = ann.opens("me", "friend", "greedy")
    bob.joins(id_)
    site.settle(id_)
    mine, theirs = lines(ann)[id_], lines(bob)[id_]
    waiting, line = (bob, mine) if mine["turn"] else (ann, theirs)
    text = waiting.get("/tables").text.replace("&#39;", "'")
    assert line["round"] == [1, 3]
    assert "Round 1 of 3" in text
    assert "Epoch 1 of 3" in ann.get(f"/t/{id_}").text
    assert f"{line['to_act'][0]}'s turn" in text
    assert f'src="/api/tables/{id_}/board.svg"' in text
    assert "data-since=" in text


def test_home_shows_a_table_once(site: Site, ann: Person) -> None:
    id_ = ann.opens("me", "greedy", "greedy")
    site.settle(id_)
    assert ann.get("/").text.count(f'href="/t/{id_}"') == 1


def test_an_open_table_has_no_new_moves(site: Site, ann: Person, bob: Person) -> None:
    id_ = ann.opens("me", "friend", "greedy")
    bob.joins(id_)
    with ann.listens(id_):
        site.rush(id_, seed=1, decisions=6)
        assert lines(ann)[id_]["new"] == 0
    assert lines(bob)[id_]["new"] > 0


def test_finished_games_can_be_hidden(site: Site, ann: Person, bob: Person) -> None:
    id_ = ann.opens("me", "friend", game="giza")
    bob.joins(id_)
    assert ann.post(f"/api/tables/{id_}/hide").status_code == 409
    site.rush(id_, seed=2)
    assert f'data-hide="{id_}"' in ann.get("/tables").text
    assert ann.post(f"/api/tables/{id_}/hide").status_code == 200
    assert id_ not in lines(ann)
    assert id_ in lines(bob), "only my own list is shorter"
    assert ann.get(f"/t/{id_}").status_code == 200
