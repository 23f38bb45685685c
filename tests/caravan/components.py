"""What the caravan brings. Tables only."""

COUNTS = (0, 3, 3, 3, 3)
"""Sacks by what they are worth."""
SACKS, DAYS = 12, 6
"""Sacks in all, and how many of them are sold."""
SEATS, COINS, MOST = 4, 12, 5
"""Most players, the coins of each, and the highest bid."""
