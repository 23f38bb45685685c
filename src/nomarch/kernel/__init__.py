"""What every game is built from: `declare` it, `run` it, `compile` it.

No module here knows a game. Only the modules that compile import Numba.
"""
