"""The compiled game tree is the one that interpreted rules make."""

import pickle
from random import Random

import pytest

from nomarch.envs.game_tree import TreePosition, Walker
from nomarch.kernel.declare.game import Rulebook, Setup, rulebook
from nomarch.kernel.run.explicit_chance import CHANCE
from nomarch.kernel.run.tree_nodes import MAX_DRAWS, make_conceal

from ..conformance.playing import CARAVAN, SMALLEST, WRAPPED, case_id, marks_of
from .plain_tree import PlainPosition

GIZA = rulebook("giza")
CASES = [
    pytest.param(book, setup, marks=pytest.mark.compiled if book is GIZA else marks_of(book))
    for book in WRAPPED
    for setup in (next(book.setups()), [*book.setups()][-1])
]
"""Set-ups of every game. Most are thorough, since a game compiles for half a minute. Giza has
visibility rules of its own: it is compiled after a change."""


def is_same(tree: TreePosition, plain: PlainPosition) -> bool:
    nodes = [(it.actor, it.legal, list(it.weights), it.move, it.draws) for it in (tree, plain)]
    return nodes[0] == nodes[1] and tree.data.startswith(plain.data)


@pytest.mark.parametrize(("book", "setup"), CASES, ids=case_id)
def test_nodes_are_those_of_interpreted_rules(book: Rulebook, setup: Setup) -> None:
    tree = TreePosition.first(book, setup)
    plain = PlainPosition(book, setup, bytes(book.layout.size))
    rng, known = Random(1), set()
    while True:
        assert is_same(tree, plain)
        for seat in range(setup.players):
            assert tree.observe(seat).tolist() == plain.observe(seat)
            assert tree.view(seat) == plain.view(seat)
            known.add((seat, tree.information(seat), plain.information(seat)))
        if not tree.legal:
            break
        action = rng.choice(tree.legal)
        tree, plain = tree.after(action), plain.after(action)
    assert tree.places == plain.places
    assert len({(seat, ours) for seat, ours, _ in known}) == len(known)
    assert len({(seat, theirs) for seat, _, theirs in known}) == len(known)


@pytest.mark.xdist_group("compile-caravan")
def test_a_seat_remembers_its_own_choice_only() -> None:
    position = TreePosition.first(CARAVAN, CARAVAN.setup(3))
    while position.actor == CHANCE:
        position = position.after(position.legal[0])
    one, other = (position.after(bid) for bid in position.legal[:2])
    seat = position.actor
    assert one.information(seat) != other.information(seat)
    for viewer in range(3):
        if viewer != seat:
            assert one.information(viewer) == other.information(viewer)


@pytest.mark.xdist_group("compile-crocodile")
def test_a_pickled_draw_goes_on_alike() -> None:
    position = TreePosition.first(SMALLEST, next(SMALLEST.setups()))
    rng, draws = Random(3), 0
    while draws < 4:
        position = position.after(rng.choice(position.legal))
        twin = pickle.loads(pickle.dumps(position))
        assert is_same(twin, position)
        draws += position.actor == CHANCE


@pytest.mark.xdist_group("compile-crocodile")
def test_too_many_draws_are_refused() -> None:
    setup = next(SMALLEST.setups())
    first = TreePosition.first(SMALLEST, setup)
    with pytest.raises(OverflowError, match="over 512 draws"):
        Walker(SMALLEST, setup).walk(first.data, first.move, (0,) * (MAX_DRAWS + 1), False)


def test_visibility_rules_are_compiled() -> None:
    _, rules = make_conceal(GIZA)
    assert set(rules) == {"sees_phase", "sees_picked", "sees_marked", "sees_stack"}
