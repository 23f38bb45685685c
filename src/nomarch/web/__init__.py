"""The web: pages, live updates and the JSON interface over the tables."""
