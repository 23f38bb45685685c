"""A table on the web: its page, sockets, drawings, replay and JSON interface."""
