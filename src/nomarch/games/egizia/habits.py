"""Bots with a habit; `bench.habits` measures them against plain greedy play."""

from nomarch.kernel.habits import Habit

HABITS = (
    Habit(
        "cautious",
        "Paheri",
        "Cautious: keeps crews small, so that they never go hungry.",
        {
            "prospects.HUNGER_FEAR": 2,
            "prospects.FIELD_TRUST": ((100, 25, 5), (100, 80, 10), (100, 90, 75)),
        },
    ),
    Habit(
        "sphinx",
        "Kheti",
        "Sails to the Sphinx again and again, to collect its cards.",
        {"nile.SITE_SPHINX": 50},
    ),
    Habit(
        "graves",
        "Kha",
        "Builds the obelisk and the graves first.",
        {"nile.SITE_GRAVES": 420, "works.GRAVE_VALUE": 30},
    ),
)
