"""Games played under older rules: what is kept of them, and how they are read again."""
