"""What a table refuses, by what the refusal means; whoever asked is told a sentence.

Refused           the table stands otherwise now
├── NotFound      there is no such thing
├── RulesTooOld        it was once, under rules that are no longer played
├── RulesTooNew        it will be, once the rules here are as new as it is
├── DamagedTable    what is kept of it is damaged
├── Unavailable        it cannot be done at the moment, and nobody is to blame
├── Forbidden      it is not for the one who asks
└── BadRequest       it could never be granted the way it was put
"""

from __future__ import annotations

from nomarch.errors import NomarchError
from nomarch.i18n import Translate


class Refused(NomarchError):
    """A wish that is not granted.

    The sentence is a literal wherever one is made, so that catalogs can be checked: its values are
    filled in after it was translated.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.sentence = sentence
        self.values = values

    def told(self, t: Translate) -> str:
        """The sentence in another language."""
        return t(self.sentence).format(**self.values)


class NotFound(Refused):
    """What is asked for does not exist."""


class RulesTooOld(Refused):
    """What is asked for belongs to rules that are no longer played."""


class RulesTooNew(Refused):
    """What is asked for belongs to rules that are not known here yet."""


class DamagedTable(Refused):
    """What is kept of it is damaged; everything else is not."""


class Unavailable(Refused):
    """What would be granted at another moment: the store cannot be reached, say."""


class Forbidden(Refused):
    """Others may do that, or the same one at another time: not the one who asks now."""


class BadRequest(Refused):
    """A wish that nothing could make right but putting it in another way."""
