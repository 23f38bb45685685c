"""Bots: given a seat's view and its legal moves, choose one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from nomarch.bots.habits import Habit, habits_of
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState, Stream
from nomarch.text import quoted

if TYPE_CHECKING:
    from nomarch.bots.search import Search

LEVELS = ("novice", "easy", "greedy", "strong", "master", "champion")
"""The levels a person can choose, weakest first."""
BOTS = ("random", *LEVELS)
"""All bots with a name, weakest first."""
RETIRED = {"keen": "strong", "search": "strong"}
"""Former levels that older tables still have, and what plays for them."""
SEARCHING = ("strong", "master", "champion")
"""The levels that search; `strong` only does without a network."""
INSTANT = "strong"
"""Plays a network's first choice without searching where there is a network for the table."""
WITH_HABIT = "greedy"
"""The level of bots with a habit: `greedy+ID` plays by changed weights of its evaluation."""
PHARAOHS = ("Amenhotep", "Hatshepsut", "Imhotep", "Nefertari", "Ptolemy", "Cleopatra")
"""Names of bots at a table, by seat."""

LONG = 2.0
"""Seconds of a decision that a person should be warned of."""


class Bot(Protocol):
    """Anything that can decide for a seat."""

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream, /) -> int:
        """Return one of the legal actions. `rng` is the bot's own random stream."""
        ...


class Bots:
    """Creates each bot once and shares what they compile."""

    def __init__(self) -> None:
        from nomarch.bots.search import compile_search
        from nomarch.bots.search_compiler import SearchCompiler

        self.compiler = SearchCompiler(compile_search)
        self._made: dict[tuple[str, str], Bot] = {}
        self._lock = Lock()

    def get(self, level: str, book: Rulebook) -> Bot:
        """Return the bot of a level; raise `BadOption` for an unknown one."""
        level = level if "+" in level else current_level(level)
        key = (level, book.game.id)
        with self._lock:
            if key not in self._made:
                self._made[key] = self._make(level, book)
            return self._made[key]

    def _make(self, level: str, book: Rulebook) -> Bot:
        from nomarch.bots.greedy import Greedy
        from nomarch.bots.level_settings import level_settings
        from nomarch.bots.random import Random
        from nomarch.bots.weakened import WeakenedBot

        match level:
            case "random":
                return Random(book)
            case "novice" | "easy":
                return WeakenedBot(book, level_settings(book).oversight[level])
            case "greedy":
                return Greedy(book)
        if level in SEARCHING:
            return self._make_search(book, level, is_instant=level == INSTANT)
        if habit := habit_of(level, book):
            return Greedy(book, habit)
        names = ", ".join(bot_names(book))
        raise BadOption(f"There is no bot {quoted(level)}; the bots are {names}.")

    def adviser(self, book: Rulebook) -> Search:
        from nomarch.bots.level_settings import HINT

        return self._make_search(book, HINT)

    def slow_levels(self, book: Rulebook) -> set[str]:
        """Return the levels that may think longer than `LONG` here, as far as that is known."""
        from nomarch.bots.level_settings import level_settings

        seconds = self.compiler.playout_seconds.get(book.game.id, 0.0)
        playouts = level_settings(book).playouts
        return {level for level in SEARCHING[1:] if playouts[level] * seconds > LONG}

    def _make_search(self, book: Rulebook, level: str, *, is_instant: bool = False) -> Search:
        from nomarch.bots.level_settings import level_settings
        from nomarch.bots.prior import NetworkPrior
        from nomarch.bots.search import GUIDED, MAX_SECONDS, Search

        settings = level_settings(book)
        changes = settings.plans.get(level)
        return Search(
            book,
            self.compiler,
            settings.playouts[level],
            replace(GUIDED, **changes) if changes else None,
            prior=NetworkPrior(book),
            is_instant=is_instant,
            max_seconds=MAX_SECONDS,
        )


def current_level(level: str) -> str:
    """Return the level that plays for this one today; of a bot with a habit, its level."""
    level = level.partition("+")[0]
    return RETIRED.get(level, level)


def habit_of(level: str, book: Rulebook) -> Habit | None:
    base, _, habit = level.partition("+")
    return habits_of(book).get(habit) if base == WITH_HABIT else None


def habit_levels(book: Rulebook) -> dict[str, Habit]:
    """Return a game's bots with a habit, by the level that names them."""
    return {f"{WITH_HABIT}+{id_}": habit for id_, habit in habits_of(book).items()}


def bot_names(book: Rulebook) -> list[str]:
    """Return all bots of a game, weakest first, those with a habit last."""
    return [*BOTS, *habit_levels(book)]


def is_bots_name(name: str, book: Rulebook) -> bool:
    """Whether a player of a save is a bot, to go by their name."""
    habits = (habit.name for habit in habits_of(book).values())
    return name.partition(" ")[0] in {*PHARAOHS, *habits, *map(str.title, BOTS)}


def make_bot(level: str, book: Rulebook) -> Bot:
    """Return a bot of a level that shares nothing with any other."""
    return Bots().get(level, book)
