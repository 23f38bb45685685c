"""A table: its record, its log's entries, and the rules of seats, clocks and undo."""
