"""A bot with a habit."""

from nomarch.kernel.habits import Habit

HABITS = (Habit("bold", "Sobek", "Casts once more than others dare.", {"CAST_VALUE": 150}),)
