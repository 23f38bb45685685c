"""A bot for any game of Nomarch, in plain Python: it prefers what has paid in its own playing.

    nomarch arena ra --bots "cmd:python examples/bot.py" greedy --games 8

It needs nothing of Nomarch: each line it reads is JSON, each line it writes is a move.
"""

import json
import sys
from collections import defaultdict


class Habit:
    """Remembers which kinds of moves were followed by points."""

    def __init__(self):
        self.paid = defaultdict(float)
        self.last_kind, self.last_points = None, 0

    def choose(self, seat, legal, state):
        """The move of the kind that paid best, and what the last one has paid."""
        points = state.get("points", [0] * 6)[seat] or 0
        if self.last_kind is not None:
            gained = points - self.last_points
            self.paid[self.last_kind] += 0.2 * (gained - self.paid[self.last_kind])
        move = max(legal, key=lambda move: self.paid[move.split()[0]])
        self.last_kind, self.last_points = move.split()[0], points
        return move


def main():
    """Answers one line after the other until there are no more."""
    habit = Habit()
    for line in sys.stdin:
        message = json.loads(line)
        if "legal" in message:
            print(habit.choose(**message), flush=True)
        elif "replaced" in message:
            print("I was replaced:", message["replaced"], file=sys.stderr)


main()
