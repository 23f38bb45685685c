"""What rules are written with, in one place: chance, events, permission, rows."""

__all__ = [
    *("ALL", "DREAM", "POLICY", "TABLE"),
    *("allow", "below", "count", "draw_from", "emit", "fill", "fork", "reseed", "total", "word"),
]
