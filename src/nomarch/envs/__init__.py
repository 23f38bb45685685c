"""Environments for research: the games through the interfaces that learning code already speaks.

`Batch` steps many games at once; `observation` says what an agent sees, name by name. The modules
`pettingzoo`, `gymnasium` and `openspiel` need what they are named after, and are imported by name.
"""

from __future__ import annotations

from nomarch.envs.batch import Batch
from nomarch.envs.observations import Observation, observation

__all__ = ["Batch", "Observation", "observation"]
