"""What a game says about itself, and what is refused with which sentence."""

import importlib
from pathlib import Path

import pytest

import nomarch
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import (
    MAX_PLAYERS,
    Choice,
    Game,
    Option,
    Rulebook,
    Setup,
    buffers,
    include,
    rulebook,
    rulebooks,
)


def book(**changes: object) -> Rulebook:
    """A rulebook without files: enough to check set-ups."""
    made = object.__new__(Rulebook)
    made.package = "nowhere"
    about: dict[str, object] = {
        "id": "no-such-game",
        "title": "Nothing",
        "about": "",
        "players": (2, 3, 4),
        "rules_version": 1,
        "options": (
            Option("board", "", "", (Choice("long", ""), Choice("short", "", (2,)))),
            Option("pool", "", "", (Choice("small", "", (2, 3)), Choice("big", "", (4,)))),
        ),
    }
    made.game = Game(**(about | changes))  # type: ignore[arg-type]
    return made


def test_setups_are_all_allowed_combinations() -> None:
    assert list(book().setups()) == [
        Setup(2, (0, 0)),
        Setup(2, (1, 0)),
        Setup(3, (0, 0)),
        Setup(4, (0, 1)),
    ]
    assert list(book(options=()).setups()) == [Setup(2, ()), Setup(3, ()), Setup(4, ())]


def test_the_first_choice_is_the_default() -> None:
    assert book().setup(3) == Setup(3, (0, 0))
    assert book().setup(2, {"board": "short"}) == Setup(2, (1, 0))
    assert book().setup(4, {"pool": "big"}) == Setup(4, (0, 1))
    assert book().option_ids(Setup(2, (1, 0))) == {"board": "short", "pool": "small"}


@pytest.mark.parametrize(
    ("about", "players", "options", "sentence"),
    [
        ({}, 5, {}, "Nothing is for 2 to 4 players, not 5."),
        ({"players": (3,)}, 1, {}, "Nothing is for 3 players, not 1."),
        ({"players": (2, 4)}, 3, {}, "Nothing is for 2 or 4 players, not 3."),
        ({}, 2, {"board": "round"}, "Nothing: board=round: expected one of long, short."),
        ({}, 2, {"lid": "on"}, "Nothing has no option 'lid'; its options: board, pool."),
        ({"options": ()}, 2, {"x": "y"}, "Nothing has no option 'x'; its options: none."),
        ({}, 3, {"board": "short"},
         "Nothing with board=short is for 2 players, not 3. For 3 players choose board=long."),
        ({}, 4, {"board": "long"},
         "Nothing with pool=small is for 2 to 3 players, not 4. For 4 players choose pool=big."),
    ],
)  # fmt: skip
def test_what_is_not_offered(
    about: dict[str, object], players: int, options: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadOption) as caught:
        book(**about).setup(players, options)
    assert str(caught.value) == sentence


def test_four_play_unless_somebody_says_otherwise() -> None:
    for players, usual in (((2, 3, 4, 5), 4), ((2, 3), 3), ((5, 6), 6), ((2,), 2)):
        assert book(players=players).game.usual_players == usual


def test_games_are_found_and_listed_however_often_one_asks() -> None:
    assert nomarch.games() == list(rulebooks())
    folders = Path(nomarch.__file__).parent.glob("games/*/__init__.py")
    assert nomarch.games() == sorted(path.parent.name.replace("_", "-") for path in folders)


@pytest.mark.parametrize("found", rulebooks().values(), ids=list(rulebooks()))
def test_every_game_describes_itself(found: Rulebook) -> None:
    game = found.game
    assert game.title
    assert game.about
    assert game.id == game.id.lower()
    assert found.package.rpartition(".")[2] == game.id.replace("-", "_")
    assert list(game.players) == sorted(set(game.players))
    assert 1 <= game.players[0] <= game.players[-1] <= MAX_PLAYERS
    assert game.rules_version >= 1
    assert {setup.players for setup in found.setups()} == set(game.players)
    for option in game.options:
        assert option.title
        assert option.about
        assert all(choice.title for choice in option.choices)
        assert len({choice.id for choice in option.choices}) == len(option.choices) > 1
    assert game.id in repr(found)
    assert buffers(found) == ([0] * found.actions.words, [0] * MAX_PLAYERS)


def test_a_game_from_elsewhere_can_be_played_but_is_not_listed() -> None:
    smallest = include("tests.smallest")
    assert include("tests.smallest") is smallest is rulebook(smallest.game.id)
    assert smallest.game.id not in nomarch.games()
    assert nomarch.new(smallest.game.id, players=2).to_act == (0,)


def test_two_games_cannot_have_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = rulebook(nomarch.games()[0])
    assert include(ours.package) is ours
    monkeypatch.setattr(importlib.import_module("tests.smallest"), "GAME", ours.game)
    with pytest.raises(TypeError, match=f"there is a game '{ours.game.id}' already"):
        include("tests.smallest")
