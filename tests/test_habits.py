"""Bots with a habit: a few weights of the evaluation differ, everything else is the level's."""

import sys

import pytest

from nomarch.bots import Bots, current_level, habit_levels
from nomarch.bots.habits import Habit, constants_of, habits_of
from nomarch.bots.play import decide, play_on
from nomarch.engine.new_match import new
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.kernel.run.seeds import make_seed
from nomarch.people.rating_store import anchor
from nomarch.tables.service import bot_seat, number_namesakes

from .conformance.playing import each_complete_game

RA = rulebook("ra")


@each_complete_game
def test_weights_replace_constants_of_the_evaluation(book: Rulebook) -> None:
    habits = habits_of(book).values()
    assert len({habit.name for habit in habits}) == len(habits) == 3
    for habit in habits:
        for (module, name), weight in constants_of(book, habit).items():
            own = getattr(sys.modules[module], name)
            assert type(weight) is type(own)
            assert weight != own


def test_a_patient_bot_draws_where_a_caller_invokes_ra() -> None:
    bots, match = Bots(), new("ra", players=3, seed=make_seed("habit"))
    patient, caller = (bots.get(f"greedy+{id_}", RA) for id_ in ("patient", "caller"))
    chosen = set()
    for _ in range(60):
        seat = match.to_act[0]
        chosen.add((decide(match, seat, patient), decide(match, seat, caller)))
        play_on(match, "greedy", 1)
    assert ("draw", "invoke") in chosen
    assert ("invoke", "draw") not in chosen


def test_a_habit_has_the_rating_of_its_level() -> None:
    level = next(iter(habit_levels(RA)))
    assert current_level(level) == "greedy"
    assert anchor("ra", level, 4) == anchor("ra", "greedy", 4) is not None


def test_an_unknown_habit_or_weight_is_refused() -> None:
    for level in ("greedy+nobody", "strong+patient", "greedy+"):
        with pytest.raises(BadOption, match=r"greedy\+patient"):
            Bots().get(level, RA)
    with pytest.raises(TypeError, match="has no constant NOTHING"):
        constants_of(RA, Habit("X", "", {"NOTHING": 1}))


def test_equal_bots_have_numbers_behind_their_names() -> None:
    seats = [bot_seat("greedy+patient", index, "ra") for index in range(3)]
    assert [seat.name for seat in number_namesakes(seats)] == ["Menna", "Menna II", "Menna III"]
    assert number_namesakes(number_namesakes(seats)) == number_namesakes(seats)
