"""Bots with a habit; `bench.habits` measures them against plain greedy play."""

from nomarch.kernel.habits import Habit

HABITS = (
    Habit(
        "giver",
        "Meryre",
        "Offers more to Amun-Re than anyone, and wants the god's first gift.",
        {"WISH_LAST": 45, "WISH_SCORING": 34, "WISH_EARLY": 32, "WISH_MOST": 16},
    ),
    Habit(
        "thief", "Paneb", "Would rather steal from the offering than give.", {"STEAL_CARAVANS": 90}
    ),
    Habit(
        "farmer",
        "Sennedjem",
        "Fills the fields with farmers, and builds fewer pyramids.",
        {"HARVEST_TENTHS": 23},
    ),
)
