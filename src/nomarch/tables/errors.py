"""Refusals of tables; each carries a sentence for the person who asked.

Refused            the table does not allow it now
├── NotFound       it does not exist
├── RulesTooOld    its rules are no longer played
├── RulesTooNew    its rules are newer than this server
├── DamagedTable   it is damaged in the store
├── Unavailable    it cannot be done just now
├── Forbidden      the person who asks may not
└── BadRequest     it can never be granted as it was put
"""

from __future__ import annotations

from nomarch.errors import NomarchError
from nomarch.i18n import Translate


class Refused(NomarchError):
    """A request that is refused.

    The sentence must be a literal, so that catalogs can be checked; values are filled in after
    translation.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.sentence = sentence
        self.values = values

    def told(self, t: Translate) -> str:
        """Return the sentence in another language."""
        return t(self.sentence).format(**self.values)


class NotFound(Refused):
    """It does not exist."""


class RulesTooOld(Refused):
    """It belongs to rules that are no longer played."""


class RulesTooNew(Refused):
    """It belongs to rules that this server does not know yet."""


class DamagedTable(Refused):
    """It is damaged in the store."""


class Unavailable(Refused):
    """It cannot be done just now, for instance because the store cannot be reached."""


class Forbidden(Refused):
    """The person who asks may not do it."""


class BadRequest(Refused):
    """It can never be granted as it was put."""


class Outranked(Refused):
    """A moderator tried to act against somebody with an equal or higher role."""
