"""Networks in compiled code: the float32 products behind `kernel/run/network.py`.

Every machine computes the same bits, so that a search finds the same everywhere: no fast math,
which would reorder sums by the width of the machine's vectors, and no `exp` of a system's library.
"""

from typing import Any, NamedTuple

import numpy as np

from nomarch.kernel.run import network

Array = np.ndarray[Any, Any]


class CompiledNetwork(NamedTuple):
    """A network's weights as compiled code reads them, and its working memory.

    Most inputs are zero, so the first layer starts from its output for an input of zeros and adds
    the rows of the others.
    """

    mean: Array
    inverse_std: Array
    zero: Array
    """Each input's normalised value where it is 0."""
    limit: Array
    """One element: normalised inputs are clipped to this."""
    first: Array
    """Inputs x width."""
    first_bias: Array
    """The first layer's output for an input of zeros."""
    hidden: Array
    """Layers x width x width, inputs first."""
    hidden_bias: Array
    out: Array
    """Outputs x width: actions, then places."""
    out_bias: Array
    evaluation_scale: Array
    """Logit per hundredth of a point, by action; all 0 for a network without evaluation."""
    evaluation_limit: Array
    """One element, in hundredths of a point."""
    x: Array
    y: Array
    logits: Array
    values: Array
    """Evaluations by action."""
    places: Array
    lanes: Array
    """Partial sums of a product of two vectors."""
    plan: Array


LANES = 16
"""Partial sums of a product of two vectors, a multiple of what any machine adds at once."""


def native_functions() -> dict[Any, Any]:
    """Return functions of `kernel/run/network.py` and what replaces them."""
    import numba

    exactly = numba.njit(error_model="numpy", nogil=True, _nrt=False)

    @exactly  # type: ignore[untyped-decorator]
    def hidden_layers(net: Any, features: Any) -> None:
        x, y = net.x, net.y
        width = len(x)
        limit = net.limit[0]
        for j in range(width):
            x[j] = net.first_bias[j]
        for i in range(len(net.mean)):
            if features[i] != 0:
                value = (np.float32(features[i]) - net.mean[i]) * net.inverse_std[i]
                value = min(limit, max(-limit, value)) - net.zero[i]
                row = net.first[i]
                for j in range(width):
                    x[j] += value * row[j]
        for layer in range(len(net.hidden)):
            bias, matrix = net.hidden_bias[layer], net.hidden[layer]
            for j in range(width):
                y[j] = bias[j]
            for i in range(width):
                value = x[i]
                if value > np.float32(0):
                    row = matrix[i]
                    for j in range(width):
                        y[j] += value * row[j]
            for j in range(width):
                x[j] = y[j]
        for j in range(width):
            x[j] = max(x[j], np.float32(0))

    @exactly  # type: ignore[untyped-decorator]
    def output(net: Any, number: int) -> Any:
        x, row, lanes = net.x, net.out[number], net.lanes
        whole = len(x) // LANES * LANES
        for lane in range(LANES):
            lanes[lane] = np.float32(0)
        for start in range(0, whole, LANES):
            for lane in range(LANES):
                lanes[lane] += x[start + lane] * row[start + lane]
        total = net.out_bias[number]
        for lane in range(LANES):
            total += lanes[lane]
        for j in range(whole, len(x)):
            total += x[j] * row[j]
        return total

    @exactly  # type: ignore[untyped-decorator]
    def exp(x: Any) -> Any:
        """Return e to the power of a number that is at most 0, to about 1e-6."""
        if x < np.float32(-40):
            return np.float32(0)
        scaled = x * np.float32(1.4426950408889634)
        halvings = np.int64(-scaled)
        rest = (scaled + np.float32(halvings)) * np.float32(0.6931471805599453)
        total = np.float32(1) + rest * np.float32(1 / 7)
        for divisor in range(6, 0, -1):
            total = np.float32(1) + total * (rest / np.float32(divisor))
        return total / np.float32(np.int64(1) << halvings)

    def sample_action(net: Any, features: Any, mask: Any, values: Any, draw: int) -> int:
        hidden_layers(net, features)
        best_value, best = np.int64(-(1 << 40)), np.float32(-1e30)
        actions = len(net.evaluation_scale)
        for action in range(actions):
            if (mask[action >> 5] >> np.uint32(action & 31)) & np.uint32(1):
                best_value = max(best_value, values[action])
        temperature = np.float32(net.plan[2]) / np.float32(100)
        first = -1
        for action in range(actions):
            if (mask[action >> 5] >> np.uint32(action & 31)) & np.uint32(1):
                behind = max(values[action] - best_value, net.evaluation_limit[0])
                logit = output(net, action) + net.evaluation_scale[action] * np.float32(behind)
                net.logits[action] = logit
                if logit > best:
                    best, first = logit, action
        if temperature == np.float32(0):
            return first
        total = np.float32(0)
        for action in range(actions):
            if (mask[action >> 5] >> np.uint32(action & 31)) & np.uint32(1):
                net.logits[action] = exp((net.logits[action] - best) / temperature)
                total += net.logits[action]
        left = total * np.float32(draw) / np.float32(4294967296.0)
        for action in range(actions):
            if (mask[action >> 5] >> np.uint32(action & 31)) & np.uint32(1):
                left -= net.logits[action]
                if left < np.float32(0):
                    return action
        return first

    def predict_places(net: Any, features: Any) -> None:
        hidden_layers(net, features)
        actions = len(net.evaluation_scale)
        count = len(net.out) - actions
        best, total = np.float32(-1e30), np.float32(0)
        for place in range(count):
            net.logits[place] = output(net, actions + place)
            best = max(best, net.logits[place])
        for place in range(count):
            net.logits[place] = exp(net.logits[place] - best)
            total += net.logits[place]
        for place in range(count):
            net.places[place] = int(np.float32(10000) * net.logits[place] / total)

    return {network.sample_action: sample_action, network.predict_places: predict_places}
