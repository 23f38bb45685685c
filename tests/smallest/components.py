"""What is in the river. Tables only."""

FISH, CROCODILE = range(2)
COUNTS = (30, 4)
SEATS, GOAL, CASTS = 4, 12, 3
"""Most players, the points that end the game, and how often one may cast at a time."""
