"""Why can't I? Asked at a table."""

from __future__ import annotations

from .actors import Person


def test_a_table_tells_which_rule_forbids_a_move(ann: Person, bob: Person) -> None:
    id_ = ann.opens("me", "greedy", "greedy")
    asked = {"seat": 0, "move": "discard art"}
    told = ann.post(f"/api/tables/{id_}/why?lang=nl", asked).json()
    assert told["text"].startswith("Je houdt je tegels")
    assert f'id="rule-{told["rule"]}"' in ann.get(f"/t/{id_}").text
    assert f'<p id="{told["rule"]}">' in ann.get("/rules/ra").text
    assert ann.post(f"/api/tables/{id_}/why", {"seat": 0, "move": "fly"}).status_code == 422
    assert bob.post(f"/api/tables/{id_}/why", asked).status_code == 403


def test_pieces_that_cannot_be_chosen_say_what_they_would_be(ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    board = ann.get(f"/api/tables/{id_}/board.svg?bare=1").text
    assert 'data-not="bid ' in board
    assert 'data-action="draw"' in board
