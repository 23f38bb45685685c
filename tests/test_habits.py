"""Bots with a habit: a few weights of the evaluation differ, everything else is the level's."""

from __future__ import annotations

import pytest
from bench.fast_arena import FastArena

from nomarch.bots import Bots, arena, current_level, habit_levels
from nomarch.bots.greedy import Greedy
from nomarch.bots.habit_bot import HabitBot
from nomarch.bots.play import decide, play_on
from nomarch.conformance.runner import check_habits
from nomarch.engine.new_match import new
from nomarch.errors import BadOption
from nomarch.kernel.game import Rulebook, rulebook
from nomarch.kernel.habits import Habit, habit_constants
from nomarch.kernel.seeds import make_seed
from nomarch.people.rating_store import anchor
from nomarch.tables.service import bot_seat, number_namesakes

from .conformance.playing import SMALLEST, each_complete_game

RA = rulebook("ra")


@each_complete_game
def test_weights_replace_constants_of_the_evaluation(book: Rulebook) -> None:
    names = [habit.name for habit in book.habits.values()]
    assert len(set(names)) == len(names) == 3
    for habit in book.habits.values():
        constants = habit_constants(book, habit)
        assert len(constants) == len(habit.weights) > 0


def test_a_weight_that_the_evaluation_lacks_is_refused() -> None:
    for weights in ({"NOTHING": 1}, {"SUN_STEP": 1}, {"SUN_STEP": (1, 2)}):
        with pytest.raises(TypeError, match="has no constant"):
            habit_constants(RA, Habit("x", "X", "", weights))


def test_check_game_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Habit("patient", "Menna", "", {"works.SUN_STEP": 1, "NOTHING": 1})
    monkeypatch.setitem(RA.habits, "patient", wrong)
    (problem,) = check_habits(RA)
    assert "habits.py" in str(problem)
    assert "Menna" in str(problem)


def test_without_weights_a_habit_plays_greedily() -> None:
    match = new("ra", players=3, seed=make_seed("habit"))
    plain, same = Greedy(RA), HabitBot(RA, Habit("none", "X", "", {}))
    for _ in range(40):
        seat = match.to_act[0]
        move = decide(match, seat, plain)
        assert decide(match, seat, same) == move
        match.play(seat, move)


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


@pytest.mark.parametrize("level", ["greedy+nobody", "strong+patient", "greedy+"])
def test_an_unknown_habit_is_refused(level: str) -> None:
    with pytest.raises(BadOption, match=r"greedy\+patient"):
        Bots().get(level, RA)


def test_equal_bots_have_numbers_behind_their_names() -> None:
    seats = [bot_seat("greedy+patient", index, "ra") for index in range(3)]
    assert [seat.name for seat in number_namesakes(seats)] == ["Menna", "Menna II", "Menna III"]
    assert number_namesakes(number_namesakes(seats)) == number_namesakes(seats)


@pytest.mark.compiles
def test_compiled_games_of_a_habit_are_those_of_the_arena() -> None:
    level, habit = next(iter(habit_levels(SMALLEST).items()))
    players = SMALLEST.game.usual_players
    contest = arena.contest(SMALLEST.game.id, [level, "greedy"], players, "habit")
    fast = FastArena(SMALLEST)
    for number in range(2):
        played = fast.play(contest, number, [habit, None])
        assert played == arena.play_one(contest, number)
