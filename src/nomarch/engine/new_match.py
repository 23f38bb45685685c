"""Start a match: new, or from a save."""

from collections.abc import Mapping

from nomarch import errors
from nomarch.engine import saves
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run.seeds import make_seed
from nomarch.text import quoted


def new(
    game: str,
    players: int | None = None,
    seed: str | int | None = None,
    options: Mapping[str, str] | None = None,
    names: tuple[str, ...] = (),
) -> Match:
    """Start a match, for the game's usual number of players and with a fresh secret seed.

    >>> nomarch.new("ra", players=3, seed="tonight", names=("Ada", "Bo", "Cy"))
    <Match of ra: 3 players, ply 0, seat 2 to act>
    >>> nomarch.new("ra", players=2, options={"duel": "on"}).players
    2
    """
    book = rulebook(game)
    setup = book.setup(len(names) or None if players is None else players, options)
    if names and len(names) != setup.players:
        raise errors.BadOption(
            f"{setup.players} players need {setup.players} names, not {len(names)}."
        )
    for name in names:
        if name.splitlines() != [name]:
            raise errors.BadOption(f"A name is one line of text, not {quoted(name)}.")
    return Match(book, setup, make_seed(seed), names)


def load(text: str) -> Match:
    """Load a save: replay its moves and check every draw against the text.

    >>> nomarch.load("my notes")
    Traceback (most recent call last):
    nomarch.errors.BadSave: line 1: expected 'nomarch 1': this is no Nomarch save
    """
    if not isinstance(text, str):
        raise errors.BadSave(f"expected the text of a save, found {quoted(text)}", 1)
    save = saves.parse(text)
    match = Match(save.book, save.setup, save.seed, save.names)
    save.replay(match)
    return match
