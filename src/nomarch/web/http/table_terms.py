"""Descriptions of a table's terms for people about to take a seat."""

from nomarch.i18n import Translate, translator
from nomarch.kernel.declare.game import rulebooks
from nomarch.people.relations import TableTerms
from nomarch.tables.state.model import TableRecord


def game_title(game: str, language: str) -> str:
    book = rulebooks().get(game)
    return translator(book.package, language)(book.game.title) if book else "Nomarch"


def terms_text(
    terms: TableTerms, language: str, *, is_complete: bool = False, is_ratable: bool = True
) -> list[str]:
    """Return players, clock, rated or not, and variants; `is_complete` names usual ones too."""
    t, book = translator("nomarch", language), rulebooks().get(terms.game)
    count = terms.players
    facts = [
        t.ngettext("{count} player", "{count} players", count).format(count=count),
        clock_text(t, terms),
        *([t("rated") if terms.rated else t("unrated")] if is_ratable else ()),
    ]
    if terms.hints and is_complete:
        facts.append(t("hints allowed"))
    usual = book.usual_options(count) if book and count in book.game.players else {}
    for option in book.game.options if book else ():
        chosen = terms.options.get(option.id, "")
        titles = [choice.title for choice in option.choices if choice.id == chosen]
        if (
            book
            and titles
            and not option.is_for_study
            and (is_complete or chosen != usual.get(option.id))
        ):
            in_game = translator(book.package, language)
            title, choice = in_game(option.title), in_game(titles[0])
            facts.append(t("{name}: {value}").format(name=title, value=choice))
    return facts


def clock_text(t: Translate, record: TableRecord | TableTerms) -> str:
    """Return a table's clock in words."""
    if record.bank:
        text = t("{total} each, plus {increment} per turn")
        return text.format(
            total=duration_text(t, record.bank), increment=duration_text(t, record.increment)
        )
    if record.clock:
        return t("{time} per move").format(time=duration_text(t, record.clock))
    return t("No clock")


def duration_text(t: Translate, seconds: int) -> str:
    """Return a duration in its largest whole unit."""
    unit = next(unit for unit in (86_400, 3600, 60, 1) if seconds % unit == 0)
    count = seconds // unit
    words = {
        86_400: t.ngettext("{count} day", "{count} days", count),
        3600: t.ngettext("{count} hour", "{count} hours", count),
        60: t.ngettext("{count} minute", "{count} minutes", count),
        1: t.ngettext("{count} second", "{count} seconds", count),
    }
    return words[unit].format(count=count)
