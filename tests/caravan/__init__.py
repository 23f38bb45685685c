"""Caravan, a small game of secret bids: docs/add-a-game.md explains what is hidden in it."""

from nomarch.kernel.declare.game import Game

ABOUT = "Everybody bids in secret for a sack; the highest bid takes it, equal bids get nothing."
GAME = Game("caravan", "Caravan", ABOUT, players=(2, 3, 4), rules_version=1, minutes=5)
