"""A game's description (`Game`), and the loader of its files (`Rulebook`)."""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property
from itertools import product
from numbers import Integral
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from nomarch.errors import BadOption, UnknownGame
from nomarch.i18n import Translate
from nomarch.kernel.declare import game_packages
from nomarch.kernel.declare.actions import Actions
from nomarch.kernel.declare.cuda_options import CudaOptions as CudaOptions
from nomarch.kernel.declare.events import Event
from nomarch.kernel.declare.features import Features
from nomarch.kernel.declare.layout import GameState as GameState, Layout
from nomarch.kernel.declare.protocols import Art, Invariants, Lessons, Words
from nomarch.kernel.declare.sentences import TellLoss, TellTie, Values
from nomarch.text import excerpt, quoted

MAX_PLAYERS = 6


@dataclass(frozen=True)
class Choice:
    """One setting of an option; `players` limits it to some player counts."""

    id: str
    title: str
    players: tuple[int, ...] = ()


@dataclass(frozen=True)
class Option:
    """A variant that a table may choose; the first choice is the default."""

    id: str
    title: str
    about: str
    choices: tuple[Choice, ...]
    is_for_study: bool = False
    """Whether it is for programs only: the page does not offer it."""


@dataclass(frozen=True)
class Game:
    """A game's own description: the constant `GAME` of its package."""

    id: str
    title: str
    about: str
    players: tuple[int, ...]
    rules_version: int
    options: tuple[Option, ...] = ()
    minutes: int = 45
    goal: str = ""
    """How to win, in one line for a new player."""
    complexity: int = 3
    """From 1, easiest to learn, to 5."""
    auto: bool = True
    """Whether forced moves are made automatically; false where that would reveal a secret."""
    follow_up: Callable[[GameState], dict[str, str]] | None = None
    """Options of the next game that the result of this one decides."""
    cuda: CudaOptions = field(default_factory=CudaOptions)
    """Launch options of its CUDA kernels."""
    draw_pile: str = ""
    """The state's field of counts that everything drawn during play comes from. With a single pile
    the k-th draw follows from the seed alone, whoever makes it and whatever was decided before, so
    that tables with the same seed can be compared. Empty if there are several."""
    before: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """By rules version: options that keep older games as they were."""
    games_api: int = game_packages.GAMES_API
    """The version of the games API that it was made for; games in other packages name theirs."""

    @property
    def usual_players(self) -> int:
        """The default player count: four if the game allows it, else the most."""
        return 4 if 4 in self.players else self.players[-1]

    def options_since(self, version: int) -> dict[str, str]:
        """Return options that keep a game of an older rules version as it was."""
        kept: dict[str, str] = {}
        for changed in sorted(self.before, reverse=True):
            if version < changed:
                kept |= self.before[changed]
        return kept

    def can_replay(self, version: int) -> bool:
        """Whether `options_since` is enough to replay a game of that version."""
        newer = range(version + 1, self.rules_version + 1)
        return version <= self.rules_version and all(each in self.before for each in newer)


@dataclass(frozen=True)
class Setup:
    """A valid combination of player count and options."""

    players: int
    options: tuple[int, ...]


class Rulebook:
    """A game with all its files, each loaded when first needed."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.game: Game = importlib.import_module(package).GAME

    def __repr__(self) -> str:
        return f"<Rulebook {self.game.id}>"

    def __reduce__(self) -> tuple[Callable[[str], Rulebook], tuple[str]]:
        """Pickle the package's name: a process loads each game once."""
        return include, (self.package,)

    def __deepcopy__(self, memo: object) -> Rulebook:
        return self

    @property
    def folder(self) -> Path:
        """The game's folder, with its measured ratings, lengths and networks."""
        file = importlib.import_module(self.package).__file__
        assert file is not None
        return Path(file).parent

    def read_data(self, name: str) -> Any:
        """Return what a JSON file of the game's folder holds; None if there is none."""
        path = self.folder / name
        return json.loads(path.read_bytes()) if path.exists() else None

    def has(self, name: str) -> bool:
        return importlib.util.find_spec(f"{self.package}.{name}") is not None

    def module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    @cached_property
    def layout(self) -> Layout[GameState]:
        """The state's layout, with its random stream at the end."""
        return Layout(self.module("state").State)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        found = vars(self.module("events")).values()
        return tuple(event for event in found if isinstance(event, Event))

    @cached_property
    def forgets(self) -> bool:
        """Whether values of past events fade."""
        return any(event.fades for event in self.events)

    @cached_property
    def actions(self) -> Actions:
        return cast("Actions", self.module("actions").ACTIONS)

    @cached_property
    def features(self) -> Features:
        return cast("Features", self.module("features").FEATURES)

    @cached_property
    def words(self) -> Words[GameState]:
        return cast("Words[GameState]", self.module("words"))

    @cached_property
    def values(self) -> Values:
        return {"category": lambda t, number: self.words.categories(t)[number], **self.words.VALUES}

    def loss(self, t: Translate, view: GameState, action: int) -> str:
        """Return a warning about what an action would lose (`loss` in `words`), or nothing."""
        tell: TellLoss | None = getattr(self.words, "loss", None)
        return tell(t, view, action) if tell is not None else ""

    def tie_break(self, t: Translate, state: GameState, seat: int, other: int) -> str:
        """Why a seat is ahead of another with equal points: `tie_break` in its `words.py`."""
        tell: TellTie | None = getattr(self.words, "tie_break", None)
        return tell(t, state, seat, other) if tell is not None else ""

    @cached_property
    def art(self) -> Art[GameState]:
        return cast("Art[GameState]", self.module("art"))

    @cached_property
    def bar_moves(self) -> frozenset[str]:
        """Moves that need nothing on the board: the page's action bar offers them."""
        bar: frozenset[int] = getattr(self.art, "BAR", frozenset())
        return frozenset(self.actions[action] for action in self.actions.ending | bar)

    @cached_property
    def invariants(self) -> Invariants[GameState]:
        return cast("Invariants[GameState]", self.module("invariants"))

    @property
    def teaching(self) -> Lessons | None:
        """The game's `lessons` module, if it has one. In the browser edition, it comes later."""
        return cast("Lessons", self.module("lessons")) if self.has("lessons") else None

    def setups(self) -> Iterator[Setup]:
        """Yield every valid combination of player count and options."""
        for players in self.game.players:
            for picks in product(*(range(len(option.choices)) for option in self.game.options)):
                if self._first_clash(players, picks) is None:
                    yield Setup(players, picks)

    def usual_options(self, players: int) -> dict[str, str]:
        """Return the first options that fit a player count: a duel needs one of its own."""
        fitting = (setup for setup in self.setups() if setup.players == players)
        return self.option_ids(next(fitting))

    def _first_clash(self, players: int, picks: tuple[int, ...]) -> tuple[Option, Choice] | None:
        for option, pick in zip(self.game.options, picks, strict=True):
            choice = option.choices[pick]
            if choice.players and players not in choice.players:
                return option, choice
        return None

    def setup(self, players: int | None, options: Mapping[str, str] | None = None) -> Setup:
        """Check a player count (None: the usual one) and options, or raise `BadOption`."""
        game, wanted_options = self.game, dict(options or {})
        if players is None:
            players = game.usual_players
        players = check_int(players, "The number of players")
        if players not in game.players:
            raise BadOption(f"{game.title} is for {_counts(game.players)} players, not {players}.")
        picks = []
        for option in game.options:
            wanted = wanted_options.pop(option.id, option.choices[0].id)
            ids = [choice.id for choice in option.choices]
            if wanted not in ids:
                given, known = f"{option.id}={excerpt(wanted)}", ", ".join(ids)
                raise BadOption(f"{game.title}: {given}: expected one of {known}.")
            picks.append(ids.index(wanted))
        if wanted_options:
            offered = ", ".join(option.id for option in game.options) or "none"
            unknown = quoted(min(wanted_options))
            raise BadOption(f"{game.title} has no option {unknown}; its options: {offered}.")
        clash = self._first_clash(players, tuple(picks))
        if clash is not None:
            option, choice = clash
            fitting = (one.id for one in option.choices if players in (one.players or [players]))
            other = next(fitting, "")
            way_out = f" For {players} players choose {option.id}={other}." if other else ""
            raise BadOption(
                f"{game.title} with {option.id}={choice.id} is for {_counts(choice.players)} "
                f"players, not {players}.{way_out}"
            )
        return Setup(players, tuple(picks))

    def is_for_study(self, setup: Setup) -> bool:
        """Whether a set-up is one of the small ones for solvers."""
        picks = zip(self.game.options, setup.options, strict=True)
        return any(option.is_for_study and pick for option, pick in picks)

    def follow_up(self, view: GameState) -> dict[str, str]:
        """Return options of the next game that a finished one decides."""
        return dict(self.game.follow_up(view)) if self.game.follow_up else {}

    def option_ids(self, setup: Setup) -> dict[str, str]:
        """Return the chosen options by name, as in saves and messages."""
        return {
            option.id: option.choices[pick].id
            for option, pick in zip(self.game.options, setup.options, strict=True)
        }


def _counts(players: tuple[int, ...]) -> str:
    if len(players) == 1:
        return str(players[0])
    if players == tuple(range(players[0], players[-1] + 1)):
        return f"{players[0]} to {players[-1]}"
    return " or ".join(map(str, players))


NEEDED_FILES = ("state", "actions", "events", "rules", "heuristic", "features", "words", "art")
"""What an installed game must have and be able to import."""


@cache
def _find_games() -> tuple[dict[str, Rulebook], dict[str, str]]:
    """Return the games that can be played, and why installed ones cannot."""
    books: dict[str, Rulebook] = {}
    refusals: dict[str, str] = {}
    for package in game_packages.find_packages():
        if not package.id:
            book = Rulebook(package.name)
            books[book.game.id] = book
            continue
        try:
            book = _load_installed(package, books)
        except Exception as error:  # a broken package must not keep the other games from starting
            refusals[package.id] = str(error) or type(error).__name__
        else:
            books[book.game.id] = book
    return books, refusals


def _load_installed(package: game_packages.GamePackage, books: Mapping[str, Rulebook]) -> Rulebook:
    try:
        book = Rulebook(package.name)
        if not isinstance(book.game, Game):
            raise UnknownGame(f"{package.source}: {package.name}.GAME must be a `Game`.")
        if mismatch := game_packages.find_mismatch(book.game.title, book.game.games_api):
            raise UnknownGame(f"{package.source}: {mismatch}")
        for file in NEEDED_FILES:
            book.module(file)  # one that cannot be drawn would break pages of all games
    except UnknownGame:
        raise
    except Exception as error:
        raise UnknownGame(
            f"{package.source}: {package.name} cannot be loaded {_reason(error)}"
        ) from error
    game = book.game
    if game.id != package.id:
        raise UnknownGame(
            f"{package.source}: the entry point is called {package.id!r}, its game {game.id!r}."
        )
    if game.id in books:
        raise UnknownGame(
            f"{package.source}: there is a game {game.id!r} already, {books[game.id].package}."
        )
    return book


def _reason(error: Exception) -> str:
    """Why a package cannot be imported, with the place if it is known."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"({error.filename}, line {error.lineno}: {error.msg})."
    wants_ours = isinstance(error, ImportError) and (error.name or "").split(".")[0] == "nomarch"
    advice = " It may need another version of nomarch." if wants_ours else ""
    return f"({type(error).__name__}: {error}).{advice}"


def rulebooks() -> dict[str, Rulebook]:
    """Return all games by id: our own, then those of installed packages."""
    return _find_games()[0]


def refused_games() -> dict[str, str]:
    """Installed games that cannot be played, each with the reason in a sentence."""
    return _find_games()[1]


_included: dict[str, Rulebook] = {}
"""Games of other packages, which can be played but are not listed."""


def include(package: str) -> Rulebook:
    """Load a game from any package and make it known to `rulebook`."""
    book = Rulebook(package)
    game = book.game.id
    known = rulebooks().get(game) or _included.setdefault(game, book)
    if known.package != package:
        raise TypeError(f"{package}: there is a game {game!r} already, {known.package}")
    return known


def rulebook(game: str) -> Rulebook:
    """Return the game with that id, or raise `UnknownGame` with the nearest one."""
    books = rulebooks()
    if not isinstance(game, str) or (game not in books and game not in _included):
        if isinstance(game, str) and game in refused_games():
            raise UnknownGame(refused_games()[game])
        names = {book.game.title.lower(): id_ for id_, book in books.items()}
        names |= {id_: id_ for id_ in books}
        typed = str(game).lower().replace("_", "-")
        nearest = get_close_matches(typed, names, n=1)
        hint = f" Did you mean {names[nearest[0]]!r}?" if nearest else ""
        known = ", ".join(books)
        raise UnknownGame(f"There is no game {quoted(game)}; the games are {known}.{hint}")
    return books.get(game) or _included[game]


def check_int(value: object, what: str) -> int:
    """Return an int or NumPy integer as an int, or raise `BadOption`."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise BadOption(f"{what} must be a whole number, not {quoted(value)}.")
    return int(value)


def buffers(book: Rulebook) -> tuple[list[int], list[int]]:
    """Return an empty mask and an empty row of seats, for interpreted rules."""
    return [0] * book.actions.words, [0] * MAX_PLAYERS
