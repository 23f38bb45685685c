"""Bots that play at tables, and the fair queue in which they think."""
