"""Everything that rules import from the kernel."""

from nomarch.kernel.declare.actions import allow as allow, because as because
from nomarch.kernel.declare.arrays import count as count, fill as fill, total as total
from nomarch.kernel.declare.chance import (
    IMAGINED as IMAGINED,
    below as below,
    draw_from as draw_from,
    fork as fork,
    word as word,
)
from nomarch.kernel.declare.events import ALL as ALL, emit as emit
