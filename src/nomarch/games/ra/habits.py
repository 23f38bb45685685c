"""Bots with a habit; `bench.habits` measures them against plain greedy play."""

from nomarch.kernel.habits import Habit

HABITS = (
    Habit(
        "patient",
        "Menna",
        "Rarely invokes Ra: waits until the track is nearly full.",
        {"PATIENCE": 60, "LATE_PATIENCE": 20},
    ),
    Habit(
        "builder",
        "Ineni",
        "Collects monuments, and bids for them where others pass.",
        {
            "MONUMENT_PROMISE": (0, 160, 430, 540, 880, 1130, 1270, 1760, 2200),
            "GROUP_PROMISE": (0, 0, 180, 750, 1400, 1300),
        },
    ),
    Habit(
        "caller",
        "Baki",
        "Invokes Ra for two or three tiles, so that you must bid now or pass.",
        {"PATIENCE": -10, "LATE_PATIENCE": 4},
    ),
)
