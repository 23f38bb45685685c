"""The board, its houses and the throwing sticks. Tables only."""

SEATS = 2
HOUSES = 30
STICKS = 4
MOST_PIECES = 7
PIECES = (5, 7)
"""Pieces of each player, by the option `pieces`."""

REBIRTH, BEAUTY, WATER, TRUTHS, ATUM, HORUS = 15, 26, 27, 28, 29, 30
OFF = HOUSES + 1
"""Where a piece is that has left the board."""

LONGEST = 5
"""What a throw without a pale side counts."""
AGAIN = (0, 1, 0, 0, 1, 1)
"""Whether a throw gives another one, by what it counts."""
WAYS = (1, 4, 6, 4, 1)
"""In how many of 16 ways so many pale sides come up."""

SHELTER, WALL = 2, 3
"""So many pieces side by side cannot be exchanged, and cannot be passed."""
