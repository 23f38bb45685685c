"""Pages of tournaments and of the daily board."""
