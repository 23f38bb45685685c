"""Outcomes of log entries, stored so that a game can be read without the rules it was played by.

outcomes.py   the stored format, and the recorder that fills it while a game is played
reader.py     reads stored outcomes as states of the current rules
match.py      a match that shows stored outcomes
"""
