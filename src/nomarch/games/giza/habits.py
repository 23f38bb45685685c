"""Bots with a habit; `bench.habits` measures them against plain greedy play."""

from nomarch.kernel.habits import Habit

HABITS = (
    Habit(
        "spoiler",
        "Apepi",
        "Spoils others' pyramids whenever there's a chance.",
        {"OTHERS_SHARE": (0, 0, 140, 82, 61, 50, 41)},
    ),
    Habit(
        "peaceful",
        "Merit",
        "Builds in peace: rarely puts a tile on anyone else's board.",
        {"OTHERS_SHARE": (0, 0, 75, 40, 29, 23, 19)},
    ),
    Habit(
        "sphinx",
        "Rekhmire",
        "Loves the sphinx, and saves its parts until they fit.",
        {"PART_HOPE": 500, "PART_IN_HAND": 1100},
    ),
)
