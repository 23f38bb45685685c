"""Bots at a match: one decision of a bot in a seat, or many in a row."""

from __future__ import annotations

from nomarch.bots import Bot, make_bot
from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.kernel.chance import POLICY, reseed
from nomarch.kernel.layout import STREAM, Stream
from nomarch.kernel.seeds import key_of, make_seed


def bot_rng(match: Match, seat: int, ply: int | None = None) -> Stream:
    """A bot's stream of whims: its own, and useless for guessing the game's chance.

    It follows from the seed by a one-way step: nobody can foretell a bot before the seed is shown,
    and everybody can play its game again then. `ply` is how far the game has come for the seat.
    """
    stream = STREAM.plain()
    key = key_of(make_seed(f"{match.seed} bot"))
    reseed(stream, key, (match.ply if ply is None else ply) * 8 + seat, POLICY)
    return stream


def decide(match: Match, seat: int, bot: Bot) -> str:
    """What the bot would do in that seat, in notation; it sees the seat's view and no more."""
    action = bot.choose(match.observe(seat), seat, match.legal_actions(seat), bot_rng(match, seat))
    return match.book.actions[action]


def play_on(match: Match, level: str, decisions: int) -> list[Step]:
    """Lets bots of a level make so many decisions, or play to the end."""
    bot, first = make_bot(level, match.book), len(match.steps)
    for _ in range(decisions):
        if match.over:
            break
        seat = match.to_act[0]
        match.play(seat, decide(match, seat, bot))
    return match.steps[first:]
