"""The engine under every game: layouts, carriers, backends, chance, events and views.

Nothing here knows a game. `backend` is the only module of the project that imports Numba.
"""
