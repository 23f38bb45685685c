"""Contests: tournaments, the daily board, and boards that several tables share."""
