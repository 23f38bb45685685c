"""What a seat of Fertility cannot know: only the stream of chance, for all else lies open."""

from nomarch.kernel.chance import DREAM, fork


def determinise(s, seat, stream):
    """Gives the state another future; there is nothing else to guess, whatever the seat."""
    fork(s, stream, DREAM)
