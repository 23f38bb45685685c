"""One folder a game. A folder here is found, tested, documented and served by itself."""
