"""Learning a game by playing it: lessons, a coach for the first game, and puzzles."""
