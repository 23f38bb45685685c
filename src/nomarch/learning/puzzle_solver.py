"""The search behind puzzles: which move is clearly best, and what happens after others."""

from collections.abc import Sequence
from dataclasses import replace

from nomarch.bots import Bot
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.search import MoveEstimate, Search, SearchRun
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import Plan, plan_of
from nomarch.engine.match import Match
from nomarch.kernel.declare.chance import POLICY, reseed
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import STREAM, GameState, Stream
from nomarch.kernel.run.seeds import key_of, make_seed
from nomarch.learning.puzzle_course import PuzzleCourse
from nomarch.learning.puzzles import MARGIN, Puzzle

TEMPERATURE = 50
"""Temperature of the network's moves in playouts, in hundredths, as the strongest bot has it."""
LOOKS = ((100, MARGIN), (300, MARGIN / 2), (1500, 0.0))
"""Playouts of a search that proves a puzzle, and by how much the answer has to lead then: the
shorter, the clearer. The shortest settles most puzzles."""
PROOF_SALT = 99
"""Samples other worlds than those in which puzzles are found."""
REPLY_PLAYOUTS = 200
"""Playouts of a reply in games whose searches have no network."""


class Solver:
    """A deterministic search that plays to the end, by a network where there is one."""

    def __init__(self, book: Rulebook, compiler: SearchCompiler) -> None:
        self.book = book
        self.search = Search(book, compiler, REPLY_PLAYOUTS, wait=True)
        self.prior = NetworkPrior(book)
        self.prior.use_compiled_code()

    def run(self, match: Match, seat: int, salt: int, limit: int = 0) -> SearchRun:
        """Return an empty search of a decision; another salt samples other worlds.

        With a `limit` of choices in a playout, the network's value counts in place of the end.
        """
        network = self.prior.network(match.players)
        proof = replace(plan_of(self.book), limit=0, trust=0)
        plan = Plan(network=100, limit=limit) if network else proof
        run = SearchRun(self.book, plan, match.observe(seat), seat, stream_of(salt))
        if network:
            run.network = network.for_playouts(limit, 0, TEMPERATURE)
        return run

    def estimates(
        self, match: Match, seat: int, playouts: int, salt: int = 0
    ) -> list[MoveEstimate]:
        run = self.run(match, seat, salt)
        return run.estimates(run.rank(match.legal_actions(seat), playouts))

    def lead(
        self, match: Match, seat: int, right: Sequence[int], playouts: int, salt: int
    ) -> float:
        """By how much the best of some moves leads all others, in percentage points of wins."""
        found = self.estimates(match, seat, playouts, salt)
        best = max(one.win for one in found if one.action in right)
        return best - max((one.win for one in found if one.action not in right), default=0.0)

    def agrees(self, match: Match, seat: int, right: Sequence[str]) -> bool:
        """Whether a bounded search finds one of these moves best, too."""
        actions = [match.parse(move) for move in right]
        return any(
            self.lead(match, seat, actions, count, PROOF_SALT) > least for count, least in LOOKS
        )

    def doubts(self, puzzle: Puzzle) -> bool:
        """Whether a bounded search gives another answer to one of a puzzle's decisions."""
        course = PuzzleCourse(self.book, puzzle)
        for decision in puzzle.decisions:
            if not self.agrees(course.match, puzzle.seat, decision.right):
                return True
            course.answer(decision.right[0])
        return False

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        """Return the best reply: the network's choice, or that of a short search."""
        if len(legal) == 1:
            return legal[0]
        network = self.prior.network(int(view.players))  # type: ignore[attr-defined]
        return (network or self.search).choose(view, seat, legal, rng)

    def probabilities(self, match: Match, seat: int) -> dict[int, float] | None:
        """How likely the network finds each move; None without a network."""
        view, legal = match.observe(seat), match.legal_actions(seat)
        return self.prior.probabilities(view, seat, legal)


def stream_of(salt: int) -> Stream:
    """Return the random numbers of a search."""
    stream = STREAM.plain()
    reseed(stream, key_of(make_seed("puzzles")), salt, POLICY)
    return stream


def play_line(
    match: Match, seat: int, bot: Bot, most: int, *, finishes_turn: bool = False
) -> tuple[str, ...]:
    """Let the others answer until `seat` decides alone; return all moves, each with its seat.

    With `finishes_turn`, the seat's own moves before the first answer are part of the line.
    """
    line: list[str] = []
    is_answered = not finishes_turn
    while not match.over and len(line) < most:
        if match.to_act == (seat,) and is_answered:
            break
        mover = next((one for one in match.to_act if one != seat), seat)
        is_answered = is_answered or mover != seat
        view, legal = match.observe(mover), match.legal_actions(mover)
        move = match.book.actions[bot.choose(view, mover, legal, stream_of(len(line)))]
        match.play(mover, move)
        line.append(f"{mover}: {move}")
    return tuple(line)
