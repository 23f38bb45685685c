"""A following game of Giza: whoever had the fewest points begins it."""

import nomarch
from nomarch.bots.play import play_on
from nomarch.kernel.declare.game import rulebook


def test_the_loser_begins_a_following_game() -> None:
    match = nomarch.new("giza", 3, seed=5)
    play_on(match, "random", 2_000)
    assert match.over
    options = rulebook("giza").follow_up(match.observe())
    loser = match.ranking[-1]
    assert match.scores[int(options["first"][-1]) - 1] == loser.points
    again = nomarch.new("giza", 3, seed=6, options=options)
    assert again.to_act == (int(options["first"][-1]) - 1,)
