"""Messages and responses of accounts, profiles, ratings and reports."""

from typing import Annotated, Any

import msgspec

from nomarch.people.moderation import LONGEST_REPORT
from nomarch.people.player_notes import LONGEST_PLAYER_NOTE
from nomarch.people.profiles import PlayerStats
from nomarch.web.http.client_messages import Message
from nomarch.web.http.limits import MAX_BODY
from nomarch.web.http.text_fields import Name, Prose, Word

Credential = Annotated[dict[str, Any], Word(MAX_BODY)]
CredentialId = Annotated[str, Word(1400)]
Report = Annotated[str, Prose(LONGEST_REPORT)]


class BeginPasskey(Message, tag="begin-passkey"):
    """Create a passkey: the first one claims a name, others are for more devices."""

    handle: str = ""


class FinishPasskey(Message, tag="finish-passkey"):
    """The new passkey, as the browser made it."""

    challenge: str
    credential: Credential
    label: Name = ""


class FinishSignIn(Message, tag="finish-sign-in"):
    """The passkey's answer."""

    challenge: str
    credential: Credential


class SignInWithCode(Message, tag="sign-in-with-code"):
    """Sign in with a recovery code."""

    handle: str
    code: str


class AskMail(Message, tag="ask-mail"):
    """Send me a link: to claim a name, to confirm an address, or to sign in."""

    mail: str
    handle: str = ""
    sign_in: bool = False


class UseMailLink(Message, tag="use-mail-link"):
    """Use the link that was sent."""

    token: str


class UseMailCode(Message, tag="use-mail-code"):
    """Use the code that was sent, on the device where I asked for it."""

    code: str


class BringGames(Message, tag="bring-games"):
    """Bring what I played on this device before I signed in."""

    token: str


class RenamePasskey(Message, tag="rename-passkey"):
    """Give a passkey another label."""

    credential: CredentialId
    label: Name


class RemovePasskey(Message, tag="remove-passkey"):
    """Remove a passkey."""

    credential: CredentialId


class ChangeHandle(Message, tag="change-handle"):
    """Change my claimed name."""

    handle: str


class SetPrivate(Message, tag="set-private"):
    """Hide or show my profile."""

    private: bool


class ReportPlayer(Message, tag="report-player"):
    """Report a player: by name, or by seat at a table."""

    kind: str
    player: str = ""
    table: str = ""
    seat: int = 0
    text: Report = ""
    messages: bool = False
    """Whether to attach the private messages between us."""


class DecideReport(Message, tag="decide-report"):
    """Decide about a report."""

    report: str
    action: str
    days: int = 0
    """For how long; 0 is for ever."""
    reason: Report = ""


class DecidePlayer(Message, tag="decide-player"):
    """Act about a player without a report; for moderators."""

    person: str
    action: str
    days: int = 0
    """For how long; 0 is for ever."""
    reason: Report = ""


class Lift(Message, tag="lift"):
    """End what was decided about a player: `ban`, `mute` or `no-rated`; for moderators."""

    subject: str
    kind: str


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What the browser needs to make or use a passkey."""

    challenge: str
    options: dict[str, Any]


class SignedIn(msgspec.Struct):
    """The account, and what was played on this device before."""

    name: str
    handle: str
    token: str
    bring: str = ""
    """Brings along the games of the person who was here before; empty if there are none."""
    before: str = ""
    """That person's name."""
    tables: int = 0


class RecoveryCodes(msgspec.Struct, frozen=True):
    """New recovery codes; they are shown once."""

    codes: list[str]


class PlayerRating(msgspec.Struct, frozen=True):
    """A rating in Elo, on the scale of the bots."""

    rating: int
    doubt: int
    """The standard deviation."""
    provisional: bool
    games: int
    last: float


class Milestone(msgspec.Struct, frozen=True):
    """What a finished game is to the reader: `first-win`, `best`, or nothing."""

    kind: str


class PlayerResult(msgspec.Struct, frozen=True):
    """A finished game, with the player's places and points."""

    table: str
    game: str
    players: int
    ended: float
    rated: bool
    places: list[int]
    scores: list[int]


class PlayerInfo(msgspec.Struct, frozen=True):
    """A profile."""

    handle: str
    private: bool
    ratings: dict[str, PlayerRating] = {}
    stats: list[PlayerStats] = []
    games: list[PlayerResult] = []


class SavePlayerNote(Message, tag="player-note"):
    """My private note about a player; an empty one is deleted."""

    text: Annotated[str, Prose(LONGEST_PLAYER_NOTE, has_lines=True)]


class PlayerNote(msgspec.Struct, frozen=True):
    """My private note about a player; empty without one."""

    text: str


class LeaderLine(msgspec.Struct, frozen=True):
    """A line of a leaderboard: a player or a bot."""

    name: str
    bot: bool
    rating: int
    doubt: int
    games: int
