"""Running a game: matches, saves, series of games, simulation, and who executes them."""
