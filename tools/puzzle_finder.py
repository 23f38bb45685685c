"""Looks for puzzles in games between weaker bots (see `tools.puzzles`)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from math import prod

import msgspec

from nomarch.bots import Bot, make_bot
from nomarch.bots.level_settings import USUAL
from nomarch.bots.outcomes import Comparison, compare
from nomarch.bots.paired import confirmed_changes
from nomarch.bots.play import bot_rng
from nomarch.bots.reasons import Reasons, facts_of
from nomarch.bots.search import MoveEstimate, compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.weakened import WeakenedBot
from nomarch.engine.match import Match
from nomarch.errors import BadOption
from nomarch.kernel.declare.facts import Move
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.run.seeds import make_seed
from nomarch.learning.puzzle_solver import Solver, play_line, stream_of
from nomarch.learning.puzzles import MARGIN, Mistake, Puzzle, PuzzleDecision

FEWEST_CHOICES = 3
WIDEST_SHARE = 1 / 4
"""The share of a first decision's moves that may be equally good; then nothing follows."""
FEWEST_MOVES = {"amun-re": 10}
"""So many whole moves a first decision offers in a game, dull ones left out."""
MOST_PLAYERS = 4
"""With many players, a single move rarely decides much."""
MOST_CHOICES = 48
"""Decisions with more choices are no puzzles for people, and take long to judge."""
GLANCE, GLANCE_CHOICES = 24, 8
"""Playouts of a first look, and the choices after which the network's value counts there."""
GLANCE_LEAD = 2.0
SLIP = 0.25
"""A position is looked at if the network gives the move that was made at most this share of its
favourite's probability."""
CANDIDATES = 4
MOST_LOOKS = 8
"""Positions of a game that a longer search looks at: those with the clearest first look."""
LOOKS = (24, 3.0), (60, 6.0)
"""Playouts of the candidates, and the lead that the best must have after them over the move that
was made."""
EACH, SHORT_CHOICES = 24, 12
"""Playouts of every move, and the choices after which the network's value counts in them."""
PROOF, NEXT_PROOF = 160, 96
"""Playouts of whole games of the moves that seem best then, in the first and later decisions."""
CLOSE = 25.0
"""Moves that come so close are played as often as the best."""
NEXT_MARGIN = 5.0
"""The lead of the right move in later decisions; moves that come closer are right as well."""
SEVERAL = 2
"""A sequence may end with this many equally good moves."""
PAIRED_SALT = 3
"""Worlds in which what facts say of the future is confirmed."""
RIVALS = 2
"""Wrong moves that facts may tell the right one from: those that come closest."""
MOST_DECISIONS = 4
MOST_REPLIES = 14
LONGEST_LINE = 7
MOST_PER_GAME = 3
APART = 12
"""Steps between two puzzles of one game."""
DULL_GAMES = 5
"""One game in this many may have an answer that passes or draws."""
WEAKER = ("novice", "easy", "greedy")
TRIES = 12
TOO_EASY = 80
"""Puzzles that weaker bots solve more often, in per cent, are dropped."""
OPEN = (8.0, 92.0)
"""The chance to win, in per cent, between which a game is not decided."""


@dataclass(frozen=True)
class Glance:
    """What looks like a blunder: the position, and the moves that came into question."""

    match: Match
    seat: int
    ranked: list[int]
    """Best first."""
    blunder: int
    """The move that was made."""
    lead: float


@dataclass(frozen=True)
class Judged:
    """What a search knows of all moves of a decision."""

    estimates: list[MoveEstimate]
    """Best first."""

    @property
    def best(self) -> MoveEstimate:
        return self.estimates[0]

    @property
    def lead(self) -> float:
        return self.best.win - self.estimates[1].win

    def equals(self) -> list[int]:
        """The best move and those about as good."""
        return [one.action for one in self.estimates if self.best.win - one.win < NEXT_MARGIN]

    def group(self) -> list[int]:
        """The first moves, as far as the rest follows with a clear gap; empty without one."""
        most = max(1, int(WIDEST_SHARE * len(self.estimates)))
        wins = [one.win for one in self.estimates]
        sizes = [size for size in range(1, most + 1) if wins[0] - wins[size] >= MARGIN]
        is_close = bool(sizes) and wins[0] - wins[sizes[0] - 1] < NEXT_MARGIN
        return [one.action for one in self.estimates[: sizes[0]]] if is_close else []


def is_dull(book: Rulebook, action: int) -> bool:
    """Whether a move only ends or continues something."""
    move = book.actions[action]
    return action in book.actions.ending or move in ("draw", "pass") or move.startswith("sell ")


def begins(match: Match, seat: int, action: int) -> bool:
    return facts_of(match.book).begins(Move(match.observe(seat), seat, action))


def count_moves(match: Match, seat: int) -> int:
    """The number of whole moves, of all their actions, without dull ones."""
    book, count = match.book, 0
    for action in match.legal_actions(seat):
        if begins(match, seat, action):
            then = match.snapshot()
            then.play(seat, book.actions[action])
            next_ = then.legal_actions(seat) if then.to_act == (seat,) else [action]
            count += sum(not is_dull(book, one) for one in next_)
        else:
            count += not is_dull(book, action)
    return count


def is_easy(book: Rulebook, decision: PuzzleDecision) -> bool:
    """Whether a decision has hardly a choice and only ends or continues something."""
    action = book.actions.parse(decision.right[0])
    assert action is not None
    choices = len(decision.right) + len(decision.wrong)
    return is_dull(book, action) and choices < FEWEST_CHOICES


def without_tail(decision: PuzzleDecision, seat: int) -> PuzzleDecision:
    """At the end, only the others' first replies are shown."""
    others = takewhile(lambda move: not move.startswith(f"{seat}: "), decision.replies)
    return msgspec.structs.replace(decision, replies=tuple(others)[:LONGEST_LINE])


def by_wins(one: MoveEstimate) -> float:
    return -one.win


class Finder:
    """Looks for puzzles of one game."""

    def __init__(self, book: Rulebook, solver: Solver) -> None:
        self.book, self.solver = book, solver
        self.bots: dict[str, Bot] = {level: make_bot(level, book) for level in WEAKER}
        blunderers = [WeakenedBot(book, missed) for missed in USUAL.oversight.values()]
        self.players: tuple[Bot, ...] = (*blunderers, self.bots["greedy"])
        """A game's own weak levels may err too little to make blunders."""

    def in_game(self, number: int) -> Iterator[Puzzle]:
        """The puzzles of one game of weaker bots, from its clearest blunders."""
        glances = sorted(self.glances(number), key=lambda one: -one.lead)
        taken: list[int] = []
        looks = 0
        for one in glances:
            if len(taken) == MOST_PER_GAME or looks == MOST_LOOKS:
                return
            if any(abs(one.match.ply - ply) < APART for ply in taken):
                continue
            looks += 1
            name = f"{number}-{one.match.ply}"
            puzzle = self.examine(one, name, f"puzzle {number}")
            if puzzle is not None:
                taken.append(one.match.ply)
                yield puzzle

    def glances(self, number: int) -> Iterator[Glance]:
        """Let weaker bots play a game; yield what looks like a blunder of theirs."""
        book = self.book
        choices = [
            players
            for players in book.game.players
            if players <= MOST_PLAYERS and self.is_playable(players)
        ]
        match = Match(
            book, book.setup(choices[number % len(choices)]), make_seed(f"puzzle {number}")
        )
        while not match.over:
            seat = match.to_act[0]
            bot = self.players[(number + seat) % len(self.players)]
            view, legal = match.observe(seat), match.legal_actions(seat)
            move = bot.choose(view, seat, legal, bot_rng(match, seat))
            if self.is_worth_a_look(match, seat):
                glance = self.glance(match, seat, move)
                is_new_turn = not match.steps or match.steps[-1].seat != seat
                allows_dull = number % DULL_GAMES == 0 and is_new_turn
                if glance and (allows_dull or not is_dull(book, glance.ranked[0])):
                    yield glance
            match.play(seat, book.actions[move])

    def is_playable(self, players: int) -> bool:
        """Whether the game has this player count by default, and the network can judge it."""
        try:
            self.book.setup(players)
        except BadOption:
            return False
        network = self.solver.prior.network(players)
        return network is not None and network.weights.place_outputs > 0

    def is_worth_a_look(self, match: Match, seat: int) -> bool:
        """Whether it's the beginning of a turn with a choice."""
        if len(match.to_act) > 1 or self.is_within_move(match, seat):
            return False
        is_wide = count_moves(match, seat) >= FEWEST_MOVES.get(self.book.game.id, 0)
        return is_wide and FEWEST_CHOICES <= len(match.legal_actions(seat)) <= MOST_CHOICES

    def likely(self, match: Match, seat: int) -> dict[int, float]:
        """How likely the network finds each move."""
        likely = self.solver.probabilities(match, seat)
        assert likely is not None  # `is_playable`
        return likely

    def glance(self, match: Match, seat: int, blunder: int) -> Glance | None:
        """A very short search, by the network's value."""
        likely = self.likely(match, seat)
        ranked = sorted(likely, key=lambda action: -likely[action])[:CANDIDATES]
        if likely[blunder] > SLIP * likely[ranked[0]]:
            return None
        ranked += [blunder] if blunder not in ranked else []
        run = self.solver.run(match, seat, 0, GLANCE_CHOICES)
        for action in ranked:
            run.play(action, GLANCE)
        wins = {action: run.estimates([action])[0].win for action in ranked}
        ranked.sort(key=lambda action: -wins[action])
        lead = wins[ranked[0]] - wins[blunder]
        if lead < GLANCE_LEAD or not OPEN[0] < wins[ranked[0]] < OPEN[1]:
            return None
        return Glance(match.snapshot(), seat, ranked, blunder, lead)

    def is_within_move(self, match: Match, seat: int) -> bool:
        """Whether the seat has begun a move of several actions."""
        at = match.last_decision(seat)
        if at is None or any(step.seat != seat for step in match.steps[at:]):
            return False
        before = self.book.layout.unpack(match.steps[at].before)
        return facts_of(self.book).begins(Move(before, seat, match.steps[at].action))

    def examine(self, glance: Glance, name: str, seed: str) -> Puzzle | None:
        """The puzzle of a position, if it is one."""
        match, seat = glance.match, glance.seat
        if not self.is_promising(glance):
            return None
        judged = self.judge(match, seat, PROOF)
        right = judged.group()
        if not right or not OPEN[0] < judged.best.win < OPEN[1]:
            return None
        moves = tuple(self.book.actions[step.action] for step in match.steps if not step.auto)
        decisions, rates = self.sequence(match.snapshot(), seat, judged, right)
        has_idea = any(one.rival for one in decisions)
        solved = {level: round(100 * prod(shares)) for level, shares in rates.items()}
        if not has_idea or sum(solved[level] for level in WEAKER) > TOO_EASY * len(WEAKER):
            return None
        return Puzzle(
            id=name,
            players=match.players,
            seed=seed,
            moves=moves,
            seat=seat,
            theme="",
            margin=round(judged.best.win - judged.estimates[len(right)].win, 1),
            solved=solved,
            decisions=decisions,
        )

    def is_promising(self, glance: Glance) -> bool:
        """Whether a short search to the end sees one move clearly ahead."""
        run, ranked = self.solver.run(glance.match, glance.seat, salt=0), glance.ranked[:3]
        for playouts, least in LOOKS:
            wins = dict[int, float]()
            for action in {*ranked, glance.blunder}:
                run.play(action, playouts - run.games(action))
                wins[action] = run.estimates([action])[0].win
            best = max(wins.values())
            if best - wins[glance.blunder] < least or not OPEN[0] < best < OPEN[1]:
                return False
        return True

    def judge(self, match: Match, seat: int, proof: int) -> Judged:
        """Estimate all moves shortly, and the best of them in whole games and other worlds."""
        legal, short = match.legal_actions(seat), self.solver.run(match, seat, 2, SHORT_CHOICES)
        for action in legal:
            short.play(action, EACH)
        guessed = {one.action: one for action in legal for one in short.estimates([action])}
        ranked = sorted(legal, key=lambda action: -guessed[action].win)
        run = self.solver.run(match, seat, salt=1)
        close = ranked[:CANDIDATES]
        for playouts in (proof // 4, proof):
            for action in close:
                run.play(action, playouts - run.games(action))
            found = sorted((run.estimates([action])[0] for action in close), key=by_wins)
            close = [one.action for one in found if found[0].win - one.win < CLOSE]
        found = [run.estimates([action])[0] for action in ranked[:CANDIDATES]]
        best = max(found, key=lambda one: one.win)
        shift = best.win - guessed[best.action].win
        found += [
            replace(guessed[action], win=max(0.0, min(guessed[action].win + shift, found[-1].win)))
            for action in ranked[CANDIDATES:]
        ]
        return Judged(sorted(found, key=by_wins))

    # --- A sequence -------------------------------------------------------------------------------

    def sequence(
        self, match: Match, seat: int, judged: Judged, right: Sequence[int]
    ) -> tuple[tuple[PuzzleDecision, ...], dict[str, list[float]]]:
        """Play the right moves and the replies as long as one move is clearly best."""
        decisions: list[PuzzleDecision] = []
        rates: dict[str, list[float]] = {level: [] for level in (*WEAKER, "strong")}
        is_begun = False
        while True:
            is_clear = judged.lead >= NEXT_MARGIN
            if decisions:
                right = [judged.best.action] if is_clear else judged.equals()
            decision = self.decision(match, seat, judged, right)
            if decisions and not is_begun and not self.is_next(decisions, decision, is_clear):
                break
            for level, share in self.rates(match, seat, right).items():
                rates[level].append(share)
            is_begun = begins(match, seat, right[0])
            match.play(seat, self.book.actions[right[0]])
            replies = self.replies(match, seat)
            decisions.append(msgspec.structs.replace(decision, replies=replies))
            if len(right) > 1 or not self.goes_on(match, seat, len(decisions)):
                break
            judged = self.judge(match, seat, NEXT_PROOF)
        decisions[-1] = without_tail(decisions[-1], seat)
        return tuple(decisions), rates

    def replies(self, match: Match, seat: int) -> tuple[str, ...]:
        """What the others play until the seat has a choice again.

        In Ra that is nearly always to draw or to invoke: an obvious draw is played for the reader.
        """
        line = play_line(match, seat, self.solver, MOST_REPLIES)
        while len(line) < MOST_REPLIES and (move := self.obvious(match, seat)):
            match.play(seat, move)
            rest = play_line(match, seat, self.solver, MOST_REPLIES - len(line))
            line = (*line, f"{seat}: {move}", *rest)
        return line

    def obvious(self, match: Match, seat: int) -> str:
        """The move that only continues something, where there is hardly a choice; else empty."""
        if match.over or match.to_act != (seat,):
            return ""
        view, legal = match.observe(seat), match.legal_actions(seat)
        if not 1 < len(legal) < FEWEST_CHOICES:
            return ""
        action = self.solver.choose(view, seat, legal, stream_of(0))
        return self.book.actions[action] if is_dull(self.book, action) else ""

    def is_next(
        self, before: Sequence[PuzzleDecision], decision: PuzzleDecision, is_clear: bool
    ) -> bool:
        """Whether a later decision is worth asking for: a new move, or one of two, for a reason."""
        is_new = all(decision.right[0] not in one.right for one in before)
        is_told = bool(decision.rival)
        is_short = is_clear or len(decision.right) == SEVERAL
        return is_short and is_new and is_told and not is_easy(self.book, decision)

    def goes_on(self, match: Match, seat: int, taken: int) -> bool:
        if match.over or match.to_act != (seat,) or taken >= MOST_DECISIONS:
            return False
        return 2 <= len(match.legal_actions(seat)) <= MOST_CHOICES

    def rates(self, match: Match, seat: int, right: Sequence[int]) -> dict[str, float]:
        """The share of tries in which bots of each level find a right move."""
        view, legal = match.observe(seat), match.legal_actions(seat)
        found = {}
        for level, bot in self.bots.items():
            tries = [bot.choose(view, seat, legal, stream_of(salt)) for salt in range(TRIES)]
            found[level] = sum(one in right for one in tries) / TRIES
        likely = self.likely(match, seat)
        found["strong"] = sum(likely[action] for action in right)
        return found

    def decision(
        self, match: Match, seat: int, judged: Judged, right: Sequence[int]
    ) -> PuzzleDecision:
        """The right moves, what tells them from the next best, and an answer to all others."""
        actions, wrong = self.book.actions, dict[str, Mistake]()
        best = judged.best
        others = [one for one in judged.estimates if one.action not in right]
        for one in others:
            line = self.line_after(match, seat, one.action)
            win = min(one.win, best.win - min(NEXT_MARGIN, best.win - others[0].win))
            wrong[actions[one.action]] = Mistake(max(0, round(win)), line)
        return PuzzleDecision(
            right=tuple(actions[action] for action in right),
            win=round(best.win),
            wrong=wrong,
            rival=self.rival_of(match, seat, best, others),
        )

    def confirmed(
        self, match: Match, seat: int, best: MoveEstimate, other: MoveEstimate
    ) -> Comparison:
        """Two moves compared by playouts in pairs, in worlds of their own."""
        run = self.solver.run(match, seat, PAIRED_SALT)
        changes = confirmed_changes(run, best.action, other.action)
        return replace(compare(best, [other]), changes=changes)

    def line_after(self, match: Match, seat: int, action: int) -> tuple[str, ...]:
        copy = match.snapshot()
        copy.play(seat, self.book.actions[action])
        return play_line(copy, seat, self.solver, LONGEST_LINE, finishes_turn=True)

    def reasons(self, match: Match, seat: int) -> Reasons:
        def choose(view: GameState, legal: Sequence[int]) -> int:
            return self.solver.choose(view, seat, legal, stream_of(0))

        return Reasons(self.book, match.observe(seat), seat, match.names, choose=choose)

    def rival_of(
        self, match: Match, seat: int, best: MoveEstimate, others: Sequence[MoveEstimate]
    ) -> str:
        """The one of the next best two moves that facts tell the best one from."""
        reasons = self.reasons(match, seat)
        for other in others[:RIVALS]:
            found = self.confirmed(match, seat, best, other)
            if reasons.clauses(best.action, other.action, found):
                return self.book.actions[other.action]
        return ""


@cache
def finder_of(game: str) -> Finder:
    book = rulebook(game)
    return Finder(book, Solver(book, SearchCompiler(compile_search)))
