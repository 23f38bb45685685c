"""A game in the terminal: people at the same keyboard, bots in the other seats."""

import argparse
import locale
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from nomarch.bots import BOTS, Bot, Bots, is_bots_name
from nomarch.bots.hints import hints
from nomarch.bots.play import bot_rng, decide
from nomarch.bots.registry import bot_from_spec
from nomarch.draw.palette import LIGHT, SEATS
from nomarch.engine.match import Match
from nomarch.engine.new_match import load, new
from nomarch.engine.saves import read_save
from nomarch.errors import BadOption, MoveRefused, NomarchError
from nomarch.i18n import best_language, translator
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.declare.sentences import Section
from nomarch.paths import data_folder

ME = "me"
OTHER = "other"
"""Somebody who gets the game's file when it is their turn."""

_HELP = """\
Type the number of a move, or its notation. Other words:
  undo   take the last decision back, as long as nothing was revealed
  hint   the best moves, their chance to win and points at the end, and why
  log    the whole story so far
  rules  the rules in short
  save [FILE]   write the game to a file
  quit   stop; the game is kept and 'nomarch play --resume' goes on with it"""


class Quit(Exception):
    """The player stops for now."""


def play(options: argparse.Namespace, chosen: Mapping[str, str]) -> int:
    """Play until the end or until the player stops. The game is saved after every move."""
    table = _Terminal(options, chosen)
    try:
        table.run()
    except (Quit, EOFError, KeyboardInterrupt):
        # It is on disk since the last move; an interrupted move is none, so nothing is added.
        way_back = "" if table.path == _usual_path() else f" {table.path}"
        table.say(f"\nKept in {table.path}; go on with: nomarch play --resume{way_back}")
    return 0


class _Terminal:
    def __init__(self, options: argparse.Namespace, chosen: Mapping[str, str]) -> None:
        self.console = Console(highlight=False)
        self.language = options.language or best_language(locale.getlocale()[0] or "")
        self.path: Path = options.save or _usual_path()
        seats = options.seats.split(",") if options.seats else []
        if options.resume is not None:
            path = self.path if options.resume == Path() else options.resume
            self.match, kept = _read(path)
            seats = seats or kept
            self.path = path
        else:
            self.match = _begin(options, seats, chosen)
        self.seats = _fill(seats, self.match.players)
        self.bots, self.named = Bots(), dict[str, Bot]()
        for level in set(self.seats) - {ME, OTHER}:
            self.bot(level)
        self.told = 0

    def run(self) -> None:
        self.keep()
        self.console.print(f"[bold]{self.match.book.game.title}[/], type 'help' for help.")
        while not self.match.over:
            waiting = [seat for seat in self.match.to_act if self.seats[seat] != OTHER]
            if not waiting:
                self.hand_over(self.match.names[self.match.to_act[0]])
                return
            seat, level = waiting[0], self.seats[waiting[0]]
            if level == ME:
                self.ask(seat)
            else:
                self.match.play(seat, decide(self.match, seat, self.bot(level)))
                self.keep()
        self.tell_news()
        self.show_ranking()

    def hand_over(self, name: str) -> None:
        self.tell_news()
        self.say(f"\n{name}'s turn. Send {self.path} to nobody else: it holds all that is hidden.")
        self.say("They go on with: nomarch play --resume FILE, or under 'Continue a saved game'.")

    def bot(self, level: str) -> Bot:
        """Return the bot of a seat, by its level or another name."""
        if level not in self.named:
            book = self.match.book
            if level in BOTS:
                self.named[level] = self.bots.get(level, book)
            else:
                self.named[level] = bot_from_spec(level, book, self.bots, self.match.players)
        return self.named[level]

    def say(self, words: str, style: str = "") -> None:
        """Print text without markup: names may contain square brackets."""
        self.console.print(words, style=style, markup=False, soft_wrap=True)

    def keep(self) -> None:
        """Save the game; called after every move."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        seats = "" if OTHER in self.seats else f"seats {','.join(self.seats)}\n"
        text = self.match.save() + seats  # who gets the file is `me` there
        temporary = self.path.with_suffix(".new")
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(self.path)

    # --- Talking ----------------------------------------------------------------------------------

    def ask(self, seat: int) -> None:
        self.tell_news()
        self.show_position(seat)
        moves = self.match.legal(seat)
        self.say(self.match.prompt(seat, self.language), "bold")
        for number, move in enumerate(moves, start=1):
            words = escape(self.match.describe(seat, move, self.language))
            self.console.print(f"  [bold]{number:>2}[/]  {words}  [dim]{escape(move)}[/]")
        while True:
            answer = input(f"{self.match.names[seat]}> ").strip()
            if self.obey(seat, answer, moves):
                return

    def obey(self, seat: int, answer: str, moves: list[str]) -> bool:
        """Carry out a command line. Returns whether the position may have changed."""
        word, _, rest = answer.partition(" ")
        if answer.isdecimal() and 1 <= int(answer) <= len(moves):
            answer = moves[int(answer) - 1]
        elif word in ("quit", "q", "exit"):
            raise Quit
        elif word == "undo":
            return self.take_back(seat)
        elif word in ("help", "hint", "log", "rules", "save", ""):
            self.tell(word, rest, seat)
            return False
        try:
            self.match.play(seat, answer)
        except NomarchError as error:
            self.say(str(error), "red")
            return False
        self.keep()
        return True

    def take_back(self, seat: int) -> bool:
        """Undo the last decision if a person made it; all share this keyboard."""
        deciders = [step.seat for step in self.match.steps if not step.auto]
        if deciders and self.seats[deciders[-1]] == ME:
            seat = deciders[-1]
        try:
            self.match.undo(seat)
        except MoveRefused as error:
            self.say(str(error), "red")
            return False
        self.told = min(self.told, len(self.match.steps))
        self.keep()
        return True

    def tell(self, word: str, rest: str, seat: int) -> None:
        if word == "hint":
            self.tell_hints(seat)
        elif word == "log":
            for line in self.match.log(seat, self.language):
                self.say(f"  {line}")
        elif word == "rules":
            self.show_rules()
        elif word == "save":
            self.save(rest)
        elif word == "help":
            self.say(_HELP)

    def tell_hints(self, seat: int) -> None:
        match = self.match
        found = hints(
            self.bots.adviser(match.book),
            match.observe(seat),
            seat,
            match.legal_actions(seat),
            bot_rng(match, seat),
            names=match.names,
            language=self.language,
        )
        for place, hint in enumerate(found):
            move = match.book.actions[hint.action]
            words = f"{hint.words} ({move})"
            odds = "" if hint.win is None else f" {hint.win:.0f} %, {hint.points:.1f}"
            why = f": {hint.reason}" if hint.reason else ""
            self.say(f"{' ' if place else '→'} {words}{odds}{why}")

    def save(self, file: str) -> None:
        """Save to the given path; errors are printed, and the game continues."""
        if not file:
            self.keep()
            self.say(f"Saved to {self.path}")
            return
        try:
            Path(file).write_text(self.match.save(), encoding="utf-8")
        except OSError as error:
            self.say(f"{file}: {error.strerror}", "red")
        else:
            self.say(f"Saved to {file}")

    # --- Showing ----------------------------------------------------------------------------------

    def viewer(self) -> int:
        """Return the only person's seat, or a spectator for several."""
        people = [seat for seat, level in enumerate(self.seats) if level == ME]
        return people[0] if len(people) == 1 else -1

    def tell_news(self) -> None:
        for step in self.match.steps[self.told :]:
            for sentence in self.match.sentences(step, self.viewer(), self.language):
                colour = LIGHT[SEATS[step.seat]]
                self.console.print(f"[{colour}]●[/] {escape(sentence)}")
        self.told = len(self.match.steps)

    def show_position(self, seat: int) -> None:
        words = self.match.book.words
        t = translator(self.match.book.package, self.language)
        position = words.position(t, self.match.observe(seat), self.match.names)
        self.console.print()
        for line in position.lines:
            self.say(line)
        for section in position.sections:
            self.show_section(section)
        table = Table(*position.columns, show_edge=False, pad_edge=False)
        for number, row in enumerate(position.rows):
            style = "bold" if number == seat else ""
            name, *cells = map(escape, row)
            table.add_row(f"[{LIGHT[SEATS[number]]}]●[/] {name}", *cells, style=style)
        self.console.print(table)

    def show_section(self, section: Section) -> None:
        if section.signs:
            for line in section.signs:
                self.say(line)
            return
        table = Table(*section.columns, title=section.title, show_edge=False, pad_edge=False)
        for row in section.rows:
            table.add_row(*map(escape, row))
        for line in section.lines:
            self.say(line)
        self.console.print(table)

    def show_rules(self) -> None:
        t = translator(self.match.book.package, self.language)
        for chapter in self.match.book.words.rules_help(t):
            self.say(chapter.title, "bold")
            for paragraph in chapter.paragraphs:
                self.say(f"  {paragraph}")

    def show_ranking(self) -> None:
        for line in self.match.ranking:
            self.console.print(f"[bold]{line.place}.[/] {escape(line.name)}: {line.points}")


def _begin(options: argparse.Namespace, seats: list[str], chosen: Mapping[str, str]) -> Match:
    if not options.game:
        raise BadOption("Which game? For example: nomarch play ra (or: nomarch play --resume)")
    book = rulebook(options.game)
    players = options.players or len(seats) or book.game.usual_players
    people = {ME: "Player", OTHER: "Player"} if OTHER in seats else {ME: "You"}
    names = tuple(
        f"{people.get(level) or level.partition(':')[0].title()} {seat + 1}"
        for seat, level in enumerate(_fill(seats, players))
    )
    return new(options.game, players, options.seed, chosen, names)


def _usual_path() -> Path:
    return data_folder() / "terminal.txt"


def _fill(seats: list[str], players: int) -> list[str]:
    """Return a level for each seat: as given, then greedy bots against one person."""
    if len(seats) > players:
        raise BadOption(f"{len(seats)} seats were named for {players} players.")
    return [*(seats or [ME]), *["greedy"] * (players - len(seats or [ME]))]


def _read(path: Path) -> tuple[Match, list[str]]:
    if not path.exists():
        raise BadOption(f"{path} does not exist; there is no game to go on with.")
    text = read_save(path)
    body, _, seats = text.rpartition("\nseats ")
    if body:
        return load(body + "\n"), seats.strip().split(",")
    match = load(text)
    return match, _guess_seats(match)


def _guess_seats(match: Match) -> list[str]:
    """Return who plays a game that was sent here: whoever is to act is at this keyboard."""
    people = [seat for seat, name in enumerate(match.names) if not is_bots_name(name, match.book)]
    me = next((seat for seat in match.to_act if seat in people), None)
    if me is None:
        return []
    return [
        ME if seat == me else OTHER if seat in people else "greedy" for seat in range(match.players)
    ]
