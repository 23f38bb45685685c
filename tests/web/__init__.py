"""The server from the disk to the page: store, tables, interface, pages and live updates."""
