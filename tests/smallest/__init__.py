"""Crocodile, the smallest game: docs/add-a-game.md explains it."""

from nomarch.kernel.declare.game import Game

ABOUT = "Cast for one more fish, or land your catch before a crocodile gets it."
GAME = Game("crocodile", "Crocodile", ABOUT, players=(2, 3, 4), rules_version=1, minutes=5)
