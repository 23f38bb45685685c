"""Research environments: batches, Gymnasium, PettingZoo, OpenSpiel and JAX.

Importing this package registers the games with Gymnasium, if it is installed. The modules
`pettingzoo`, `openspiel` and `jax` need the libraries they are named after and are imported by
name.
"""

from importlib.util import find_spec

from nomarch.envs.actions import action_id, action_notation
from nomarch.envs.batch import Batch, BatchOptions
from nomarch.envs.compiled_game import CompiledGame
from nomarch.envs.observations import Observation, observation

__all__ = [
    "Batch",
    "BatchOptions",
    "CompiledGame",
    "Observation",
    "action_id",
    "action_notation",
    "observation",
]

if find_spec("gymnasium"):
    import nomarch.envs.gymnasium  # noqa: F401
