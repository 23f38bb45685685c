"""The pieces that events touch."""

from nomarch.games.giza import events as ev
from nomarch.kernel.protocols import Touched

TOUCHED: Touched = {
    ev.LAID: "site-{owner}-{site}",
    ev.DEMOLISHED: "site-{owner}-{site}",
    ev.REMOVED: "site-{seat}-{site}",
    ev.UNCOVERED: "site-{owner}-{site}",
}
