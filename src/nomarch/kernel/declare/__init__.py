"""Declare a game: its state, actions, events, features and texts, and what its rules call."""
