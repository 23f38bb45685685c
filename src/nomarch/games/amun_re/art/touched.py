"""The pieces that events touch."""

from nomarch.games.amun_re import events as ev
from nomarch.kernel.protocols import Touched

TOUCHED: Touched = {
    ev.BID: "step-{province}-{step}",
    ev.WON: "province-{province}",
    ev.FARMER_PLACED: "province-{province}",
    ev.BRICK_PLACED: "province-{province}",
    ev.BUILT: "province-{province}",
    ev.OFFERED: "altar-{seat}-1",
    ev.OFFER_SHOWN: "given-{seat}",
    ev.ADJUSTED: "given-{seat}",
    ev.BOX_SET: "scale-{box}",
}
