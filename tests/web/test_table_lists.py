"""Your tables: cards, new moves, hidden games, and which rule forbids a move."""

from typing import Any

from .actors import Person, Site


def lines(person: Person) -> dict[str, Any]:
    return {line["id"]: line for line in person.gets("/api/tables")}


def test_a_card_shows_the_state_of_a_game(ann: Person, bob: Person) -> None:
    table = ann.meets(bob, bots=("greedy",))
    ann.site.settle(table)
    mine, theirs = lines(ann)[table], lines(bob)[table]
    waiting, line = (bob, mine) if mine["turn"] else (ann, theirs)
    assert line["round"] == [1, 3]
    assert "Epoch 1 of 3" in ann.reads(table.page)
    words = ("Round 1 of 3", f"{line['to_act'][0]}'s turn", f'src="{table.api}/board.svg"')
    for text in (*words, "data-since="):
        assert text in waiting.reads("/tables")


def test_home_shows_a_table_once(site: Site, ann: Person) -> None:
    table = ann.opens("me", "greedy", "greedy")
    site.settle(table)
    assert ann.reads("/").count(f'href="{table.page}"') == 1


def test_an_open_table_has_no_new_moves(ann: Person, bob: Person) -> None:
    table = ann.meets(bob, bots=("greedy",))
    with ann.listens(table):
        table.rush(decisions=6)
        assert lines(ann)[table]["new"] == 0
    assert lines(bob)[table]["new"] > 0


def test_finished_games_can_be_hidden(ann: Person, bob: Person) -> None:
    table = ann.meets(bob, game="giza")
    ann.cannot(f"{table.api}/hide", status=409)
    table.rush(seed=2)
    assert f'data-hide="{table}"' in ann.reads("/tables")
    ann.posts(f"{table.api}/hide")
    assert table not in lines(ann)
    assert table in lines(bob), "only my own list is shorter"
    ann.reads(table.page)


def test_a_table_tells_which_rule_forbids_a_move(ann: Person, bob: Person) -> None:
    table = ann.opens("me", "greedy", "greedy")
    asked = {"seat": 0, "move": "discard art"}
    told = ann.posts(f"{table.api}/why?lang=nl", **asked)
    assert told["text"].startswith("Je houdt je tegels")
    assert f'id="rule-{told["rule"]}"' in ann.reads(table.page)
    assert f'<p id="{told["rule"]}">' in ann.reads("/rules/ra")
    ann.cannot(f"{table.api}/why", status=422, seat=0, move="fly")
    bob.cannot(f"{table.api}/why", status=403, **asked)


def test_pieces_that_cannot_be_chosen_say_what_they_would_be(ann: Person) -> None:
    board = ann.reads(f"{ann.opens('me', 'here', 'here').api}/board.svg", bare=1)
    assert 'data-not="bid ' in board
    assert 'data-action="draw"' in board
