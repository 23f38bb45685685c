"""Proximal policy optimisation: what went well becomes likelier, but only a little at once."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor, nn

from nomarch.training.network import Network
from nomarch.training.rollout import Lesson
from nomarch.training.settings import Settings

VALUE_SHARE = 0.5
"""How much the value counts beside the choice."""
STEEPEST = 0.5
"""The longest gradient that is followed."""
LAST_RATE, LAST_ENTROPY = 0.05, 0.1
"""What is left of both at the end of a run."""

Report = dict[str, float]


def learn(
    network: Network,
    optimiser: torch.optim.Optimizer,
    lesson: Lesson,
    settings: Settings,
    part: float,
    chance: torch.Generator,
) -> Report:
    """Goes over a lesson; `part` is how much of the run is behind it. What was seen on the way."""
    for group in optimiser.param_groups:
        group["lr"] = settings.rate * (1 - part * (1 - LAST_RATE))
    undecided = settings.entropy * (1 - part * (1 - LAST_ENTROPY))
    heed = teaching(settings, part)
    gain = (lesson.gain - lesson.gain.mean()) / (lesson.gain.std() + 1e-8)
    worth = lesson.value + lesson.gain
    seen: list[Tensor] = []
    for piece in _pieces(len(gain), settings, chance):
        likely, value = network(lesson.rows[piece], lesson.mask[piece])
        now = likely.gather(1, lesson.action[piece][:, None]).squeeze(1)
        choice, moved = _choice_loss(now - lesson.likely[piece], gain[piece], settings.clip)
        value_loss = (value - worth[piece]).square().mean()
        entropy = -(likely.exp() * likely).sum(dim=1).mean()
        loss = choice + VALUE_SHARE * value_loss - undecided * entropy
        if heed > 0:
            loss = loss + heed * _unlike(likely, lesson.advice[piece])
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.layers.parameters(), STEEPEST)
        optimiser.step()
        seen.append(torch.stack([value_loss, entropy, moved]).detach())
    value_loss, entropy, moved = torch.stack(seen).mean(dim=0).tolist()
    known = 1 - float(lesson.gain.var() / (worth.var() + 1e-8))
    return {"value_loss": value_loss, "entropy": entropy, "moved": moved, "explained": known}


def teaching(settings: Settings, part: float) -> float:
    """How much the teacher is heeded once so much of the run has gone by; 0 without one."""
    return max(0.0, 1 - part / settings.taught) if settings.teacher else 0.0


def _unlike(likely: Tensor, advice: Tensor) -> Tensor:
    """How far the choices are from those of the teacher."""
    return -likely.gather(1, advice[:, None]).mean()


def _choice_loss(change: Tensor, gain: Tensor, clip: float) -> tuple[Tensor, Tensor]:
    """What the choices lose, and how far they have moved since they were made."""
    ratio = change.exp()
    bounded = ratio.clamp(1 - clip, 1 + clip)
    moved = (ratio - 1 - change).mean()
    return -torch.minimum(ratio * gain, bounded * gain).mean(), moved


def _pieces(decisions: int, settings: Settings, chance: torch.Generator) -> Iterator[Tensor]:
    """The decisions in pieces, shuffled anew each time."""
    for _ in range(settings.epochs):
        order = torch.randperm(decisions, generator=chance, device=chance.device)
        yield from order.split(settings.piece)
