"""Run a game, in the dialect of its rules: verbs, playouts, batches and searches."""
