"""The texts of notices, as a push message and as a mail."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from nomarch.decoding import decode
from nomarch.draw.palette import LIGHT
from nomarch.i18n import Translate, translator
from nomarch.people.notices import (
    ALARM,
    DIGEST,
    INVITATION,
    MAIL_CHANGED,
    OVER,
    PASSKEY_ADDED,
    RECOVERED,
    ROUND,
    SEASON,
    TEST,
    TURN,
)
from nomarch.people.relations import TableTerms
from nomarch.web.http.table_terms import game_title, terms_text


@dataclass(frozen=True)
class NoticeText:
    """A notice in words; `path` is where a click leads."""

    title: str
    body: str
    path: str


def notice_text(kind: str, values: Mapping[str, str], language: str) -> NoticeText:
    """Return a notice in words. It names no opponent and gives away nothing of the game."""
    t, path = translator("nomarch", language), values.get("path", "/tables")
    game = game_title(values.get("game", ""), language)
    name = values.get("name", "")
    title, body = _words(kind, t)
    if terms := values.get("terms"):
        body = " · ".join(terms_text(decode(terms, TableTerms), language))
        return NoticeText(title.format(game=game, name=name), body, path)
    return NoticeText(title.format(game=game, name=name), body.format(game=game, name=name), path)


def _words(kind: str, t: Translate) -> tuple[str, str]:
    wrong = t("Wasn't it you? Sign out elsewhere and check your ways to sign in.")
    words = {
        TURN: (t("Your turn in {game}"), t("It's your move.")),
        ALARM: (t("Little time left in {game}"), t("If your time runs out, a bot moves for you.")),
        OVER: (t("{game}: the game is over"), t("See the result and replay the game.")),
        INVITATION: (t("{name} invites you to play {game}"), t("Take your seat at the table.")),
        ROUND: (t("{name}: your table is ready"), t("The round starts now.")),
        SEASON: (
            t("{name}: a new season is coming"),
            t("You're entered again. See your division and the start date, or withdraw."),
        ),
        DIGEST: (t("Games waiting for you"), t("It's your move in these games.")),
        TEST: (t("Notifications work"), t("This is what a notification looks like.")),
        RECOVERED: (t("Someone signed in as {name} with a recovery code"), wrong),
        PASSKEY_ADDED: (t("A passkey was added to {name}"), wrong),
        MAIL_CHANGED: (t("The mail address of {name} was changed"), wrong),
    }
    return words[kind]


def turns_text(count: int, language: str) -> NoticeText:
    """Return one notice for several games that wait."""
    t = translator("nomarch", language)
    title = t.ngettext("Your turn in {count} game", "Your turn in {count} games", count)
    body = t("It's your move in these games.")
    return NoticeText(title.format(count=count), body, "/tables")


@dataclass(frozen=True)
class MailText:
    """The parts of a mail."""

    subject: str
    text: str
    html: str


_TABLE = f"margin:0;padding:24px;background:{LIGHT['table']}"
_PAPER = (
    f"max-width:34em;margin:0 auto;padding:24px;border-radius:12px;background:{LIGHT['papyrus']};"
    f"color:{LIGHT['ink']};font:15px/1.5 'Source Sans 3',Arial,sans-serif"
)
_TITLE = f"font:bold 20px/1.2 Alegreya,Georgia,serif;color:{LIGHT['lapis']};text-decoration:none"
_FOOT = f"margin:24px 0 0;font-size:13px;color:{LIGHT['ink-soft']}"
"""Styles of a mail: readers of mail ignore style sheets, and few load fonts."""


def mail_text(
    lines: Sequence[NoticeText], site: str, stop: str, settings: str, language: str
) -> MailText:
    """Return a mail with one line per notice; `site`, `stop` and `settings` are addresses."""
    t = translator("nomarch", language)
    subject = lines[0].title
    if len(lines) > 1:
        title = t.ngettext("{count} game is waiting for you", "{count} games are waiting for you",
                          len(lines))  # fmt: skip
        subject = title.format(count=len(lines))
    end = t("Stop these mails")
    change = t("Notification settings")
    text = "\n\n".join(f"{line.title}\n{line.body}\n{site}{line.path}" for line in lines)
    text += f"\n\n--\n{end}: {stop}\n{change}: {settings}\n"
    rows = "".join(
        f'<p style="margin:0 0 16px"><a href="{escape(site + line.path)}" style="{_TITLE}">'
        f"{escape(line.title)}</a><br>{escape(line.body)}</p>"
        for line in lines
    )
    html = (
        f'<!doctype html><html lang="{language}"><body style="{_TABLE}">'
        f'<div style="{_PAPER}">{rows}<p style="{_FOOT}">'
        f'<a href="{escape(stop)}">{escape(end)}</a> · '
        f'<a href="{escape(settings)}">{escape(change)}</a></p></div></body></html>'
    )
    return MailText(subject, text, html)
