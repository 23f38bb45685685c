"""The tables of the database, for SQLite and PostgreSQL.

New databases are made from this; `migrations/` brings older ones to it. Times are seconds since
1970, truth values are 0 and 1. A change here needs a revision in `migrations/versions`.
"""

from typing import Any

from sqlalchemy import (
    REAL,
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)
from sqlalchemy.types import TypeEngine

from nomarch import platform

METADATA = MetaData()
Real: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")


def _column(
    name: str, type_: Any, *rest: Any, default: str | None = None, **more: Any
) -> Column[Any]:
    value = None if default is None else text(default)
    return Column(name, type_, *rest, **{"nullable": False, "server_default": value, **more})


def _text(name: str, *rest: Any, **more: Any) -> Column[Any]:
    return _column(name, Text, *rest, **more)


def _key(name: str, *rest: Any) -> Column[Any]:
    return _column(name, Text, *rest, primary_key=True)


def _person(name: str, *, is_key: bool = False) -> Column[Any]:
    """Declare a column that holds a person: whoever they are merged into gets the row."""
    return _column(name, Text, primary_key=is_key, info={"person": True})


def _int(name: str, **more: Any) -> Column[Any]:
    return _column(name, Integer, **more)


def _real(name: str, **more: Any) -> Column[Any]:
    return _column(name, Real, **more)


def _bytes(name: str) -> Column[Any]:
    return _column(name, LargeBinary)


def _index(name: str, *columns: str, unique: bool = False, where: str = "") -> Index:
    condition = text(where) if where else None
    # SQLAlchemy warns of options of a dialect that isn't installed.
    more: dict[str, Any] = {} if platform.IS_BROWSER else {"postgresql_where": condition}
    return Index(name, *columns, unique=unique, sqlite_where=condition, **more)


def _table(name: str, *parts: Column[Any] | Index, rowid: bool = True) -> Table:
    """Declare a table; `rowid=False` stores its rows in the order of the key in SQLite."""
    return Table(name, METADATA, *parts, sqlite_with_rowid=rowid)


# --- The site -------------------------------------------------------------------------------------

SETTING = _table("setting", _key("name"), _bytes("value"))
NOTE = _table("note", _person("owner", is_key=True), _key("topic"), _bytes("note"), rowid=False)
"""Small values by owner, a person or a table, and topic."""
SPENT = _table("spent", _key("token"), _real("until"))
TOMBSTONE = _table("tombstone", _key("kind"), _key("id"), _real("at"))
PROCESS = _table("process", _key("id"), _int("only_bots"), _real("until"))
"""The processes that share the database now."""

# --- Tables ---------------------------------------------------------------------------------------

GAME_TABLE = _table(
    "game_table", _key("id"), _real("created"), _text("record"), _int("version", default="0"),
    _int("finished", default="0"), _int("listed", default="0"),
    _index("table_by_listing", "created", where="listed = 1"),
)  # fmt: skip
SEAT = _table(
    "seat", _key("person"), _key("game_table", ForeignKey("game_table.id")),
    _int("seen", default="0"), _int("chat_read", default="0"), _real("last_visible", default="0"),
    _index("seat_by_table", "game_table"),
    rowid=False,
)  # fmt: skip
"""`last_visible` is when a player last had the table visible in a tab."""
ENTRY = _table(
    "entry", _key("game_table"), _int("seq", primary_key=True), _text("kind"), _int("seat"),
    _text("text"), _real("at"),
    rowid=False,
)  # fmt: skip
CHAT = _table(
    "chat",
    _column(
        "id", BigInteger().with_variant(Integer, "sqlite"), Identity(always=True), primary_key=True
    ),
    _text("game_table"),
    _bytes("line"),
    _index("chat_by_table", "game_table", "id"),
)
JOB = _table(
    "job", _key("game_table"), _real("at"), _int("bots"), _int("seq"), _text("owner"),
    _real("until"),
    _index("job_by_time", "at"),
    rowid=False,
)  # fmt: skip
OUTCOME = _table(
    "outcome", _key("game_table"), _int("seq", primary_key=True), _bytes("data"), rowid=False
)
STANDING = _table(
    "standing", _key("game_table"), _int("seq"), _bytes("data"), _real("at", default="0"),
    _index("standing_by_time", "at"),
    rowid=False,
)  # fmt: skip
"""Summaries of tables, for lists."""
RESULT = _table(
    "result", _key("game_table"), _text("game"), _text("edition"), _int("players"), _int("rated"),
    _real("ended"), _text("reason"), _int("rated_seq", nullable=True),
    _index("result_by_rated_seq", "game", "rated_seq", unique=True),
)  # fmt: skip
RESULT_SEAT = _table(
    "result_seat", _key("game_table"), _int("seat", primary_key=True), _person("person"),
    _text("bot"), _int("place"), _int("score"), _int("left_ply", nullable=True), _text("game"),
    _real("ended"),
    _index("result_seat_by_person", "person", "game", "ended", where="person > ''"),
)  # fmt: skip

# --- People ---------------------------------------------------------------------------------------

PERSON = _table(
    "person", _key("id"), _text("name"), _int("epoch", default="0"), _text("merged", default="''"),
    _text("handle", default="''"), _text("handle_key", default="''"),
    _real("named_at", default="0"), _text("mail", default="''"),
    _text("passkey_user", default="''"), _int("is_private", default="0"),
    _text("role", default="''"),
    _index("person_by_merged", "merged", where="merged > ''"),
    _index("person_by_handle", "handle_key", unique=True, where="handle_key > ''"),
    _index("person_by_mail", "mail", unique=True, where="mail > ''"),
    _index("person_by_passkey_user", "passkey_user", unique=True, where="passkey_user > ''"),
)  # fmt: skip
VISIT = _table("visit", _key("person"), _real("at"), _index("visit_by_time", "at"))
LAST_SEEN = _table("last_seen", _key("person"), _real("at"))
HANDLE = _table("handle", _key("handle_key"), _text("person"), _real("at"))
PASSKEY = _table(
    "passkey", _key("credential"), _text("person"), _bytes("public_key"), _int("sign_count"),
    _text("transports"), _int("is_synced"), _text("label"), _real("created"), _real("used"),
    _index("passkey_by_person", "person"),
)  # fmt: skip
CHALLENGE = _table(
    "challenge", _key("id"), _text("person"), _text("purpose"), _text("handle"), _bytes("value"),
    _real("until"),
)  # fmt: skip
RECOVERY_CODE = _table(
    "recovery_code", _key("hash"), _text("person"), _index("recovery_code_by_person", "person")
)
MAIL_TOKEN = _table(
    "mail_token", _key("hash"), _text("person"), _text("mail"), _text("purpose"), _text("handle"),
    _real("until"), _text("asker"), _text("code"), _int("tries"),
    _index("mail_token_by_mail", "mail"),
    _index("mail_token_by_asker", "asker"),
)  # fmt: skip
RATING = _table(
    "rating", _key("person"), _key("game"), _real("mu"), _real("sigma"), _int("games"),
    _int("human_games"), _real("last"),
    _index("rating_by_game", "game", "mu"),
)  # fmt: skip
RATING_CHANGE = _table(
    "rating_change", _key("game_table"), _int("seat", primary_key=True), _person("person"),
    _text("game"), _real("at"), _real("mu0"), _real("sigma0"), _real("mu1"), _real("sigma1"),
    _text("model"),
    _index("rating_change_by_person", "person", "game", "at", where="person > ''"),
)  # fmt: skip
RATING_COUNTER = _table("rating_counter", _key("game"), _int("seq"))
BAN = _table("ban", _key("subject"), _text("reason"), _real("at"), _real("until", default="1e12"))
REPORT = _table(
    "report", _key("id"), _text("reporter"), _person("subject"), _text("game_table"), _int("seq"),
    _text("kind"), _text("text"), _text("evidence"), _text("state"), _text("handler"), _real("at"),
    _index("report_open", "reporter", "subject", "game_table", unique=True, where="state = 'open'"),
    _index("report_by_time", "state", "at"),
)  # fmt: skip
SANCTION = _table(
    "sanction", _key("id"), _person("subject"), _text("kind"), _real("until"), _text("reason"),
    _text("actor"), _real("at"),
    _index("sanction_by_subject", "subject", "until"),
)  # fmt: skip
AUDIT = _table(
    "audit", _key("id"), _real("at"), _text("actor"), _text("action"), _text("subject"),
    _text("detail"),
    _index("audit_by_time", "at"),
)  # fmt: skip
RELATION = _table(
    "relation", _person("person", is_key=True), _person("other", is_key=True), _text("kind"),
    _text("id"), _real("at"),
    _index("relation_by_other", "other", "kind"),
    _index("relation_by_id", "id", unique=True),
)  # fmt: skip
PLAYER_NOTE = _table(
    "player_note", _person("person", is_key=True), _person("other", is_key=True), _text("text"),
    _real("at"),
    _index("player_note_by_other", "other"),
)  # fmt: skip
MESSAGE = _table(
    "message", _key("id"), _person("sender"), _person("recipient"), _real("at"), _text("text"),
    _int("seen", default="0"),
    _index("message_by_recipient", "recipient", "seen", "at"),
    _index("message_by_sender", "sender", "at"),
)  # fmt: skip
TABLE_INVITATION = _table(
    "table_invitation", _key("person"), _key("game_table"), _text("sender"), _real("at")
)
SEAT_NETWORK = _table(
    "seat_network", _key("game_table"), _person("person", is_key=True), _key("network"),
    _index("seat_network_by_person", "person"),
)  # fmt: skip
"""Networks of people at rated tables, as keyed hashes."""
PAIR_REQUEST = _table(
    "pair_request", _key("person"), _text("wishes"), _real("since"), _real("beat"),
    _text("game_table", default="''"), _real("matched", default="0"),
)  # fmt: skip

# --- Notices --------------------------------------------------------------------------------------

PUSH_SUBSCRIPTION = _table(
    "push_subscription", _key("id"), _person("person"), _text("data"), _real("at"),
    _index("push_subscription_by_person", "person", "at"),
)  # fmt: skip
NOTICE_CHECK = _table(
    "notice_check", _key("game_table"), _int("seq"), _real("at"), _text("owner", default="''"),
    _real("until", default="0"),
    _index("notice_check_by_time", "at"),
)  # fmt: skip
NOTICE = _table(
    "notice", _key("id"), _text("person"), _text("kind"), _text("subject"), _int("seq"),
    _text("channel"), _text("data"), _real("at"), _real("not_before"), _real("expires"),
    _text("state"), _text("owner", default="''"), _real("until", default="0"),
    _int("tries", default="0"), _text("error", default="''"),
    _index("notice_once", "person", "kind", "subject", "seq", "channel", unique=True),
    _index("notice_by_time", "not_before", where="state = 'queued'"),
    _index("notice_by_lease", "until", where="state = 'sending'"),
    _index("notice_by_age", "at"),
)  # fmt: skip

# --- Contests -------------------------------------------------------------------------------------

BOARD = _table("board", _key("id"), _real("opens"), _text("data"))
BOARD_ENTRY = _table(
    "board_entry", _key("board"), _key("person"), _text("game_table"), _real("at"),
    _index("board_entry_by_person", "person"),
)  # fmt: skip
TOURNAMENT = _table(
    "tournament", _key("id"), _real("starts"), _real("due", nullable=True), _int("version"),
    _text("data"),
    _index("tournament_by_due", "due", where="due IS NOT NULL"),
    _index("tournament_by_start", "starts"),
)  # fmt: skip
ENTRANT = _table(
    "entrant", _key("tournament"), _key("person"), _real("at"), _int("from_round"),
    _int("withdrawn"), _int("ladder"), _int("division"),
    _index("entrant_by_person", "person"),
)  # fmt: skip
PAIRING = _table(
    "pairing", _key("tournament"), _int("round", primary_key=True), _int("no", primary_key=True),
    _text("game_table", unique=True), _text("data"),
)  # fmt: skip

PERSON_COLUMNS = tuple(
    column for table in METADATA.sorted_tables for column in table.c if column.info.get("person")
)
