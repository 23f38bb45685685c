"""Blocks of numbers: there and back by name, in Python and as the linker writes them."""

from itertools import product

import pytest

from nomarch.kernel.declare.actions import Actions
from nomarch.kernel.declare.blocks import one_to, some
from nomarch.kernel.declare.features import Features
from nomarch.kernel.declare.layout import EVERYONE, GameState, Grid, Layout, Row, field

ACTIONS = Actions()
PASS = ACTIONS.one("pass")
BID = ACTIONS.block("bid {sun}", sun=range(3, 7))
GO = ACTIONS.block("{site} {place}", site=("tomb", "mine"), place=one_to(3))
TAKE = ACTIONS.block("take {tile}", tile=some(("a", "b", "c", "d"), 1, 2))


def test_actions_are_numbered_in_the_order_of_their_declaration() -> None:
    assert list(ACTIONS) == [
        *("pass", "bid 3", "bid 4", "bid 5", "bid 6"),
        *("tomb 1", "tomb 2", "tomb 3", "mine 1", "mine 2", "mine 3", "take b", "take c"),
    ]
    assert (PASS, BID.at(3), GO.at(0, 0), TAKE.at(1)) == (0, 1, 5, 11)
    assert len(ACTIONS) == 13


def test_a_number_and_its_positions_are_each_others_way_back() -> None:
    for site, place in product(range(2), range(3)):
        action = GO.at(site, place)
        assert (GO.site(action), GO.place(action)) == (site, place)
        assert ACTIONS[action] == f"{('tomb', 'mine')[site]} {place + 1}"
    assert [BID.sun(action) for action in BID] == [3, 4, 5, 6]
    assert [TAKE.tile(action) for action in TAKE] == [1, 2]
    assert [action for action in range(len(ACTIONS)) if GO.has(action)] == list(GO)
    assert len(GO) == 6
    assert ACTIONS.parse("  mine   2 ") == GO.at(1, 1)
    assert ACTIONS.parse("bid 7") is None


@pytest.mark.parametrize(
    ("notation", "axes", "sentence"),
    [
        ("go {site}", {"site": 3, "place": 2}, "names the axes site, but the block has site, pla"),
        ("go {moon}", {"site": 3}, "names the axes moon, but the block has site"),
        ("go", {"site": 3}, "names the axes none, but the block has site"),
        ("go {at}", {"at": 3}, "an axis may not be called 'at'"),
        ("pass", {}, "two actions are written 'pass'"),
    ],
)
def test_a_notation_names_every_axis_and_one_action(
    notation: str, axes: dict[str, int], sentence: str
) -> None:
    actions = Actions()
    actions.one("pass")
    with pytest.raises(TypeError, match=sentence):
        actions.block(notation, **axes)


def test_features_have_names_places_and_ranges() -> None:
    features = Features()
    epoch = features.one("epoch", 1, 3, "which epoch")
    bag = features.block("bag", 0, 30, "what is left", kind=4)
    assert (epoch, bag.at(0), bag.at(3), len(features)) == (0, 1, 4, 5)
    assert [(f.name, f.shape, f.low, f.high) for f in features.all] == [
        ("epoch", (), 1, 3),
        ("bag", (4,), 0, 30),
    ]
    with pytest.raises(TypeError, match="two features are called 'bag'"):
        features.one("bag", 0, 1, "again")


class _Valley(GameState):
    players: int = field("i1", (), EVERYONE, "number of seats")
    seat: int = field("i1", (), EVERYONE, "seat to act")
    stones: Row = field("i1", (3,), EVERYONE, "stones of a seat")
    crops: Grid = field("i1", (3, 2), EVERYONE, "crops of a seat, by kind")
    flood: int = field("i1", (), EVERYONE, "the flood")


def test_fields_are_copied_clockwise_from_the_viewer() -> None:
    features = Features(_Valley)
    features.copy("stones", -1, 9, plus=1, player=3)
    features.copy("crops", 0, 9, name="harvest", player=3, kind=2)
    features.mark("flood", flood=range(1, 4))
    features.mark_seat("seat", "to_act", "1 = the player must decide", 3)
    state = Layout(_Valley).plain()
    state.players, state.seat, state.flood = 3, 1, 3
    state.stones, state.crops = [5, 6, 7], [[1, 2], [3, 4], [5, 6]]
    row = [0] * len(features)
    features.copier(__name__)(state, 2, row)
    assert row == [8, 6, 7, 5, 6, 1, 2, 3, 4, 0, 0, 1, 0, 0, 1]
    assert [each.name for each in features.all] == ["stones", "harvest", "flood", "to_act"]
    assert features.all[0].about == "stones of a seat"
