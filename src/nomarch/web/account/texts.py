"""Sentences of mails, pages and logs about accounts."""

from starlette.requests import Request

from nomarch.i18n import Translate, translator
from nomarch.people import accounts
from nomarch.people.accounts import CLAIM, SIGN_IN, MailToken
from nomarch.web.http.language import language_of


def mail_words(language: str, mail_token: MailToken, link: str, code: str) -> tuple[str, str]:
    """Return the subject and the text of a mail with a link and a code."""
    t = translator("nomarch", language)
    subject, lead = _lead(t, mail_token)
    other = t("Or enter this code on the device where you asked for it:")
    rest = t(
        "Link and code work once, for ten minutes. Don't give the code to anyone. "
        "If you didn't ask for this mail, ignore it."
    )
    return subject, f"{lead}\n\n{link}\n\n{other}\n\n{code[:3]} {code[3:]}\n\n{rest}\n"


def _lead(t: Translate, mail_token: MailToken) -> tuple[str, str]:
    if mail_token.purpose == SIGN_IN:
        return (
            t("Sign in to Nomarch"),
            t("Open this link to sign in as {name}:").format(name=mail_token.handle),
        )
    if mail_token.purpose == CLAIM:
        return (
            t("Claim your name at Nomarch"),
            t("Open this link to claim the name {name}:").format(name=mail_token.handle),
        )
    return t("Confirm your mail address"), t("Open this link to confirm this address:")


def action_words(request: Request) -> dict[str, str]:
    """Describe an entry of an account's log."""
    t = translator("nomarch", language_of(request))
    return {
        accounts.SIGNED_IN: t("Signed in"),
        accounts.RECOVERED: t("Signed in with a recovery code"),
        accounts.CLAIMED: t("Claimed a name"),
        accounts.RENAMED: t("Changed the name"),
        accounts.KEY_ADDED: t("Added a passkey"),
        accounts.KEY_REMOVED: t("Removed a passkey"),
        accounts.MAIL_SET: t("Confirmed a mail address"),
        accounts.MAIL_REMOVED: t("Removed the mail address"),
        accounts.CODES_MADE: t("Made recovery codes"),
    }
