"""Refusals of tables; each carries a sentence for the person who asked.

Refused            the table does not allow it now (`nomarch.errors`)
├── NotFound       it does not exist
├── RulesTooOld    its rules are no longer played
├── RulesTooNew    its rules are newer than this server
├── DamagedTable   it is damaged in the store
├── Unavailable    it cannot be done just now (`nomarch.errors`)
├── Forbidden      the person who asks may not
└── BadRequest     it can never be granted as it was put
"""

from nomarch.errors import Refused


class NotFound(Refused):
    """It does not exist."""


class RulesTooOld(Refused):
    """It belongs to rules that are no longer played."""


class RulesTooNew(Refused):
    """It belongs to rules that this server does not know yet."""


class DamagedTable(Refused):
    """It is damaged in the store."""


class Forbidden(Refused):
    """The person who asks may not do it."""


class BadRequest(Refused):
    """It can never be granted as it was put."""


class Outranked(Refused):
    """A moderator tried to act against somebody with an equal or higher role."""
