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
        "hunter",
        "Rekhmire",
        "Goes after whoever is ahead, and leaves the others alone.",
        {"LEADER_EXTRA": 130, "OTHERS_SHARE": (0, 0, 70, 50, 36, 29, 24)},
    ),
)
