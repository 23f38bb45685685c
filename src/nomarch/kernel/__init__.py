"""What every game is built from: state layouts, builds, chance, events.

No module here knows a game. Only the modules that compile import Numba.
"""
