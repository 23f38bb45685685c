"""Egizia in sentences: moves, events, prompts, positions and help, in whatever language `t` speaks."""

from __future__ import annotations

from nomarch.games.egizia.words import names
from nomarch.games.egizia.words.help import rules_help
from nomarch.games.egizia.words.moves import move
from nomarch.games.egizia.words.names import categories
from nomarch.games.egizia.words.positions import position
from nomarch.games.egizia.words.prompts import prompt
from nomarch.kernel.telling import TellValue

__all__ = ("VALUES", "categories", "move", "position", "prompt", "rules_help")

VALUES: dict[str, TellValue] = {
    "card": names.card,
    "category": lambda t, category: categories(t)[category],
    "colour": names.colour,
    "crew": names.crew,
    "field": names.field,
    "flood": names.flood_space,
    "market": names.market,
    "part": names.part,
    "riddle": names.riddle,
    "site": names.site,
    "space": names.space,
}
