"""Compile a game: check its dialect, link a build, and make code for the CPU or CUDA."""
