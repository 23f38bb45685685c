"""Tables in memory, who is at them, and lists of them."""
