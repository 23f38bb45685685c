"""Shapes, palette and text shared by all boards: one hand draws every game."""
