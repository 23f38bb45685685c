"""Tables: seats around a match, its append-only log, its clock, its bots, and where it is kept."""
