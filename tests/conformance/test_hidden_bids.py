"""The worked example of hidden and simultaneous play in docs/add-a-game.md."""

import nomarch
from nomarch.conformance import check_game
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import include
from nomarch.kernel.declare.layout import STREAM
from nomarch.kernel.run.seeds import key_of, make_seed

CARAVAN = include("tests.caravan")


def test_it_passes_all_checks() -> None:
    assert [str(problem) for problem in check_game(CARAVAN) if not problem.is_note] == []


def test_all_bid_at_once_and_see_no_other_bid() -> None:
    match = nomarch.new("caravan", 3, seed=1)
    assert match.to_act == (0, 1, 2)
    match.play(1, "bid 4")
    assert match.to_act == (0, 2)
    assert [match.view(seat)["state"]["bid"][1] for seat in (0, 1, 2)] == [None, 4, None]
    assert match.log(0)[-1] == "Seat 2 has made a bid."
    match.play(0, "bid 2")
    match.play(2, "bid 4")
    assert [line for line in match.log(0) if "Nobody" in line]


def test_imagined_worlds_agree_with_the_view_and_differ_in_secrets() -> None:
    match = nomarch.new("caravan", 3, seed=1)
    match.play(1, "bid 4")
    match.play(0, "bid 3")
    rules, stream = backend.interpreted("caravan"), STREAM.plain()
    rules.reseed(stream, key_of(make_seed("imagined")), 0, 0)
    bids, futures = set(), set()
    for _ in range(60):
        world = match.observe(0)
        rules.determinise(world, 0, stream)
        assert CARAVAN.layout.as_data(world, 0) == match.view(0)["state"]
        bids.add(world.bid[1])
        futures.add(tuple(world.rng_key))
    assert bids == set(range(6))
    assert len(futures) == 60
