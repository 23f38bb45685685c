"""Reasons for moves: what they do now, and the idea that tells two moves apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from nomarch.bots.outcomes import Comparison
from nomarch.i18n import DEFAULT, Translate, named, translator
from nomarch.kernel import backend
from nomarch.kernel.actions import allowed
from nomarch.kernel.game import Rulebook
from nomarch.kernel.ideas import Idea, Ideas, Move
from nomarch.kernel.layout import GameState
from nomarch.kernel.sentences import sentence_case

CLOSE = 3.0
"""Moves that differ by less, in percentage points of wins, are about equal."""
MOST = 2
"""How many ideas a reason names."""
SECOND = 0.5
"""A second idea is named if it is at least so large, compared with the first."""
SHARED = 0.5
"""What speaks nearly as much against the better move is no reason: at most so large a share."""
LEAST = 0.5
"""Smaller differences of an idea, in points, are not worth a word."""

Choose = Callable[[GameState, Sequence[int]], int]
"""Chooses how a move goes on that takes several actions."""


@cache
def ideas_of(book: Rulebook) -> Ideas:
    return book.module("ideas").IDEAS if book.has("ideas") else Ideas(())


def is_close(found: Comparison) -> bool:
    """Whether moves are about equal; a lead that isn't certain yet doesn't make them so."""
    return found.win < CLOSE and found.lead < CLOSE


@dataclass(frozen=True)
class Reasons:
    """Explains the moves of one decision to the player to move."""

    book: Rulebook
    view: GameState
    seat: int
    names: Sequence[str]
    language: str = DEFAULT
    choose: Choose | None = None
    lines: dict[int, list[Move]] = field(default_factory=dict)
    """The actions of whole moves that are known, by the first one."""

    @property
    def t(self) -> Translate:
        return translator("nomarch", self.language)

    def line(self, action: int) -> list[Move]:
        """Return the actions of the whole move that an action begins."""
        if action not in self.lines:
            self.lines[action] = self._continue(action)
        return self.lines[action]

    def _continue(self, action: int) -> list[Move]:
        rules, layout = backend.interpreted(self.book.game.id), self.book.layout
        moves, begins = [Move(self.view, self.seat, action)], ideas_of(self.book).begins
        while begins(moves[-1]):
            state = layout.copy(moves[-1].view)
            state.trace = None
            rules.apply(state, self.seat, moves[-1].action)
            mask = [0] * self.book.actions.words
            rules.ask(state, self.seat, mask)
            legal = allowed(mask)
            if not legal:
                break
            moves.append(Move(state, self.seat, self._best(state, legal)))
        return moves

    def _best(self, view: GameState, legal: Sequence[int]) -> int:
        if len(legal) == 1 or self.choose is None:
            evaluate = backend.interpreted(self.book.game.id).evaluate
            return max(legal, key=lambda action: int(evaluate(view, self.seat, action)))
        return self.choose(view, legal)

    def move(self, action: int) -> str:
        """Return a whole move in words: “Play a −5 stone on Nefertari's Khufu”."""
        line, ideas = self.line(action), ideas_of(self.book)
        t = translator(self.book.package, self.language)
        told = ideas.whole(t, line) or self.book.words.move(t, self.view, action)
        return sentence_case(named(told, self.names))

    def quoted(self, action: int) -> str:
        """Return a move in words, to be quoted: quotation marks in it become single ones."""
        words, double, single = self.move(action), self.t("“{move}”"), self.t("‘{move}’")
        for mark, inner in zip(double.split("{move}"), single.split("{move}"), strict=True):
            words = words.replace(mark, inner)
        return words

    def why(self, best: int, other: int, found: Comparison | None = None) -> str:
        """Say why a move is better than another; without a comparison, from what is so now."""
        if found is not None and is_close(found):
            return " ".join(filter(None, (self.does(best), self.equal(other))))
        told = self.named_ideas(best, other, found)
        if told:
            return self.tell(told)
        if found is not None and found.win and not self.does(best):
            more = self.t("Looking ahead, it wins {count} more games in 100 than “{move}”.")
            return more.format(count=round(found.win), move=self.quoted(other))
        return self.does(best)

    def tell(self, named_ideas: Sequence[tuple[Idea, int, bool]]) -> str:
        """Say ideas: first those for a move, then those against the other, which is named once."""
        parts: dict[bool, list[str]] = {True: [], False: []}
        for idea, action, is_for in named_ideas:
            if (said := self.sentence(idea, action, is_for)) not in parts[is_for]:
                parts[is_for].append(said)
        if parts[False]:
            other = next(action for _, action, is_for in named_ideas if not is_for)
            told = self.t("{move}? {fact}")
            parts[False][0] = told.format(move=self.move(other), fact=parts[False][0])
        return " ".join(filter(None, parts[True] + parts[False]))

    def what_if(self, asked: int, best: int, found: Comparison | None = None) -> str:
        """Say what a move does, and how it compares with the best one."""
        facts = [self.does(asked)]
        if asked == best:
            facts.append(self.t("That's what I'd do, too."))
        elif found is not None and is_close(found):
            facts.append(self.t("About as good as my advice: {move}.").format(move=self.move(best)))
        else:
            better = self.t("Better: {move}.").format(move=self.move(best))
            told = [one for one in self.named_ideas(best, asked, found) if one[2]]
            facts += [self.cost(asked), better, self.tell(told) if told else self.does(best)]
        return " ".join(filter(None, dict.fromkeys(facts)))

    def equal(self, other: int) -> str:
        return self.t("“{move}” is about as good.").format(move=self.quoted(other))

    def does(self, action: int) -> str:
        """Say what a move does now; empty if there is nothing to say."""
        move = self.line(action)[-1]
        now = [(idea.size(move), idea) for idea in self._now()]
        size, idea = max(now, key=lambda one: one[0], default=(0.0, None))
        return self.sentence(idea, action, True) if idea is not None and size >= LEAST else ""

    def cost(self, action: int, least: float = LEAST) -> str:
        """Say what speaks most against a move by itself; empty if that is less than `least`."""
        move = self.line(action)[-1]
        now = [(idea.size(move), idea) for idea in ideas_of(self.book).ideas]
        size, idea = min(now, key=lambda one: one[0], default=(0.0, None))
        return self.sentence(idea, action, False) if idea is not None and size <= -least else ""

    def _now(self) -> list[Idea]:
        return [idea for idea in ideas_of(self.book).ideas if idea.promise is None]

    def named_ideas(
        self, best: int, other: int, found: Comparison | None
    ) -> list[tuple[Idea, int, bool]]:
        """Return the ideas that tell two moves apart most, with the move that each is about."""
        one, two = self.line(best)[-1], self.line(other)[-1]
        apart = []
        for idea in ideas_of(self.book).ideas:
            for_best, for_other = idea.size(one), idea.size(two)
            if for_best - for_other < LEAST:
                continue
            is_for = for_best > 0 and for_best >= -for_other
            if is_for and not self.is_kept(idea, found):
                continue
            if is_for or (for_other < 0 and for_best > SHARED * for_other):
                apart.append((for_best - for_other, (idea, best if is_for else other, is_for)))
        apart.sort(key=lambda each: -each[0])
        once = dict[str, tuple[float, tuple[Idea, int, bool]]]()
        for size, told in apart:
            once.setdefault(told[0].about or told[0].id, (size, told))
        return [told for size, told in list(once.values())[:MOST] if size >= SECOND * apart[0][0]]

    def has_promises(self, best: int, other: int) -> bool:
        """Whether a reason for one move against another could speak of the future."""
        one, two = self.line(best)[-1], self.line(other)[-1]
        promising = [idea for idea in ideas_of(self.book).ideas if idea.promise]
        return any(idea.size(one) - idea.size(two) >= LEAST for idea in promising)

    def is_kept(self, idea: Idea, found: Comparison | None) -> bool:
        """Whether playouts agree with what an idea says of the future."""
        if idea.promise is None:
            return True
        if found is None:
            return False
        wanted = -1 if idea.promise.is_rivals else 1
        return any(
            (change.seat != self.seat) == idea.promise.is_rivals
            and change.category == idea.promise.category
            and change.points * wanted > 0
            for change in found.changes
        )

    def sentence(self, idea: Idea, action: int, is_for: bool) -> str:
        say, t = (
            (idea.text if is_for else idea.against),
            translator(self.book.package, self.language),
        )
        return named(say(t, self.line(action)[-1]), self.names)
