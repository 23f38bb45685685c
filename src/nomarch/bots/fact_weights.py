"""Weights of facts: how much each speaks for a move, in log odds.

They are fitted on moves that searches compared (`python -m tools.fact_weights`). The file's
fingerprint names the measures and suppositions; without a file that fits, each measure's own
weight counts, in all suppositions together.
"""

from collections import Counter
from hashlib import sha256

from nomarch.kernel.declare.facts import ME, RIVALS, Facts
from nomarch.kernel.declare.game import Rulebook

FILE = "fact_weights.json"


def names_of(facts: Facts) -> list[str]:
    """All facts that can speak for a move."""
    return [
        f"{supposition.id}.{measure.id}.{whose}"
        for supposition, measure in facts.telling()
        for whose in ((ME, RIVALS) if measure.of_rivals else (ME,))
    ]


def fingerprint(facts: Facts) -> str:
    return sha256(" ".join(names_of(facts)).encode()).hexdigest()[:12]


def weights_of(book: Rulebook, facts: Facts) -> dict[str, float]:
    found = book.read_data(FILE)
    if found and found["fingerprint"] == fingerprint(facts):
        return dict(found["weights"])
    return unfitted(facts)


def unfitted(facts: Facts) -> dict[str, float]:
    own = {one.id: one.weight for one in facts.measures}
    times = Counter(measure.id for _, measure in facts.telling())
    measures = {name: name.split(".")[1] for name in names_of(facts)}
    return {name: own[one] / times[one] for name, one in measures.items()}
