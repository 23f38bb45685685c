"""Bots with a habit; `bench.habits` measures them against plain greedy play."""

from nomarch.kernel.habits import Habit

HABITS = (
    Habit(
        "monuments",
        "Hemiunu",
        "Puts monuments on quarries where others take resources.",
        {"MONUMENT_HOPE": 330},
    ),
    Habit(
        "wheat",
        "Nebamun",
        "Fills the granary first, and hates to pay with wheat.",
        {"WHEAT_TO_SPARE": 220},
    ),
    Habit(
        "builder",
        "Amethu",
        "Builds every district in reach, and thinks about resources later.",
        {"WORTH_BUILDING": -60, "PAYING": 0, "PIECE_ELSEWHERE": 90},
    ),
)
