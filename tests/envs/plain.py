"""A batch in plain Python: the same drivers on ints and lists, to compare compiled ones with."""

from typing import Any

import numpy as np

from nomarch.envs import Batch, rewards
from nomarch.kernel.compile import backend
from nomarch.kernel.run.batch_slots import SLOT
from nomarch.kernel.run.playouts import RANDOM

READ = ("observation", "mask", "action", "reward", "done", "seat", "refused", "last")


def host(array: Any) -> np.ndarray:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


class Plain:
    """The twin of a batch that has just begun, played by interpreted rules."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.rules = backend.interpreted(batch.book.game.id)
        self.layout = batch.book.layout
        self.states = [self.layout.plain() for _ in range(batch.n)]
        self.slots = [SLOT.plain() for _ in range(batch.n)]
        fresh = batch.slots
        for i, slot in enumerate(self.slots):
            slot.key, slot.number = fresh["key"][i].tolist(), int(fresh["number"][i])
        self.rows = {name: np.zeros_like(host(getattr(batch, name))).tolist() for name in READ}
        self.words = batch.words.tolist()
        self.options = list(batch.setup.options or (0,))
        self.how = batch.settings.tolist()
        self.worth = rewards.worth(batch.players).astype(np.float32).tolist()
        self.seen = [self.rows[name] for name in ("observation", "mask", "seat")]
        self.paid = [self.rows[name] for name in ("reward", "done", "refused", "last")]
        self.games = 0, batch.n, self.states, self.slots, self.words
        self.rules.begin_slots(*self.games, *self.seen, self.options, self.how)

    def step(self) -> None:
        actions = self.rows["action"]
        self.rules.pick_slots(*self.games, actions, RANDOM)
        self.rules.step_slots(
            *self.games, actions, *self.seen, *self.paid, self.options, self.worth, self.how
        )

    def assert_same(self) -> None:
        """Every byte that a batch holds is what interpreted rules give."""
        for name, rows in self.rows.items():
            found = host(getattr(self.batch, name))
            expected = np.array(rows, found.dtype).reshape(found.shape)
            assert found.tobytes() == expected.tobytes(), name
        for found, layout, twins in (
            (self.batch.states, self.layout, self.states),
            (self.batch.slots, SLOT, self.slots),
        ):
            for i, twin in enumerate(twins):
                assert found[i].tobytes() == layout.pack(twin), i


def play_both(batch: Batch, steps: int) -> int:
    """Plays a batch and its twin at random, comparing after every step; games that ended."""
    twin = Plain(batch)
    twin.assert_same()
    ended = 0
    for _ in range(steps):
        batch.sample()
        batch.step()
        twin.step()
        twin.assert_same()
        ended += int(host(batch.done).sum())
    return ended
