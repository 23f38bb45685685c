"""Actions by number, as environments take them, and by notation, as people write them.

The numbers of a game's actions change only when its rules version does.
"""

from nomarch.errors import BadNotation, BadOption
from nomarch.kernel.declare.game import check_int, rulebook


def action_id(game: str, notation: str) -> int:
    """Return the number of an action, or raise `BadNotation`.

    >>> from nomarch.envs import action_id
    >>> action_id("ra", "bid 9")
    12
    """
    book = rulebook(game)
    action = book.actions.parse(notation)
    if action is None:
        raise BadNotation(f"{notation!r} is no move of {book.game.title}.")
    return action


def action_notation(game: str, action: int) -> str:
    """Return the notation of an action, or raise `BadOption`.

    >>> from nomarch.envs import action_notation
    >>> action_notation("ra", 12)
    'bid 9'
    """
    book = rulebook(game)
    number, most = check_int(action, "An action"), len(book.actions) - 1
    if not 0 <= number <= most:
        raise BadOption(f"Actions of {book.game.title} are 0 to {most}, not {number}.")
    return book.actions[number]
