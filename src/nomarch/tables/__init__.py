"""Tables: seats around a match, its append-only log, its clock and its bots."""
