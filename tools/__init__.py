"""Write files that ship: measured settings of bots, puzzles, networks, generated pages."""
