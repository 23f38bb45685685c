"""Let bots play in a match."""

from nomarch.bots import Bot, make_bot
from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.kernel.declare.chance import POLICY, reseed
from nomarch.kernel.declare.layout import STREAM, Stream
from nomarch.kernel.run.seeds import key_of, make_seed


def bot_rng(match: Match, seat: int, ply: int | None = None) -> Stream:
    """Return a bot's random stream for one decision.

    It is derived from the secret seed by a one-way hash, so it reveals nothing of the game's chance
    and can be reproduced once the seed is shown. `ply` counts as the seat sees the game.
    """
    stream = STREAM.plain()
    key = key_of(make_seed(f"{match.seed} bot"))
    reseed(stream, key, (match.ply if ply is None else ply) * 8 + seat, POLICY)
    return stream


def decide(match: Match, seat: int, bot: Bot) -> str:
    """Return the bot's move in notation; it is given the seat's view only."""
    action = bot.choose(match.observe(seat), seat, match.legal_actions(seat), bot_rng(match, seat))
    return match.book.actions[action]


def play_on(match: Match, level: str, decisions: int) -> list[Step]:
    """Let bots of a level make up to `decisions` decisions; return the new steps."""
    bot, first = make_bot(level, match.book), len(match.steps)
    for _ in range(decisions):
        if match.over:
            break
        seat = match.to_act[0]
        match.play(seat, decide(match, seat, bot))
    return match.steps[first:]
