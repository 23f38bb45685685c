"""Learning curves of the examples: `python -m bench.learning_curves [--seconds 540] [--only ppo]`.

Runs scripts of `examples/` that learn, on Ra with three players, for some seconds each, and prints
the win rate against random play over decisions. `--write` draws it into `docs/learning-curves.svg`
and keeps the points in `bench/learning_curves.json`; `--only` measures some scripts again and keeps
the others' points.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from pathlib import Path

from nomarch.draw import svg
from nomarch.draw.box import Box
from nomarch.draw.charts import ChartAxis, Curve, Panel, draw_panel
from nomarch.draw.svg import Svg

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "learning-curves.svg"
POINTS = ROOT / "bench" / "learning_curves.json"
LEARNERS = {
    "ppo": ("PPO, torch", "lapis", "--steps"),
    "sb3_maskable_ppo": ("MaskablePPO, SB3", "carnelian", "--steps"),
    "jax_policy_gradient": ("policy gradient, JAX", "malachite", "--updates"),
}
LINE = re.compile(r"([\d,]+) decisions .*?([\d.]+)% against random")

Points = list[tuple[int, float]]
"""Decisions, and the share of wins against two random players."""


def learn(script: str, limit: str, seconds: float) -> Points:
    """Run a script until the time is over, and read the win rates that it prints."""
    command = [
        sys.executable, str(ROOT / "examples" / f"{script}.py"), "ra", "--players", "3", limit,
        "1000000000",
    ]  # fmt: skip
    points, ends = Points(), time.monotonic() + seconds
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as learner:
        assert learner.stdout is not None
        for line in learner.stdout:
            found = LINE.search(line)
            if found:
                points.append((int(found[1].replace(",", "")), round(float(found[2]) / 100, 3)))
                print(script, *points[-1], flush=True)
            if time.monotonic() > ends:
                learner.terminate()
                break
    return points


def draw(curves: dict[str, Points]) -> Svg:
    log = [
        {"at": float(at), script: rate} for script, points in curves.items() for at, rate in points
    ]
    last = max(line["at"] for line in log)
    step = max(1, round(last / 5 / 100_000)) * 100_000
    ticks = [(float(at), f"{at:,}") for at in range(0, int(last) + 1, step)]
    ticks[-1] = (ticks[-1][0], ticks[-1][1] + " decisions")
    panel = Panel(
        "Wins",
        tuple(Curve(script, LEARNERS[script][1], LEARNERS[script][0]) for script in curves),
        lambda value: f"{value:.0%}",
        top=1.0,
        mark=(1 / 3, "even share"),
    )
    chart = draw_panel(panel, Box(70, 90, 860, 300), log, ChartAxis("at", 0.0, last, tuple(ticks)))
    heading = "The examples learning Ra: wins against two random players"
    told = "; ".join(
        f"{LEARNERS[script][0]}: {points[-1][1]:.0%} after {points[-1][0]:,} decisions"
        for script, points in curves.items()
    )
    title = svg.text(70, 34, heading, 20, bold=True)
    return svg.drawing(
        960, 430, title, chart, name=heading, description=told, prefix="learning"
    ).standalone()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=540, help="for each learner")
    parser.add_argument("--only", nargs="+", choices=LEARNERS, default=list(LEARNERS))
    parser.add_argument("--write", action="store_true", help="write the curves and their points")
    options = parser.parse_args()
    curves: dict[str, Points] = json.loads(POINTS.read_text()) if POINTS.exists() else {}
    for script in options.only:
        curves[script] = learn(script, LEARNERS[script][2], options.seconds)
        if options.write:
            POINTS.write_text(json.dumps(curves) + "\n")
    curves = {script: curves[script] for script in LEARNERS if script in curves}
    if options.write:
        PICTURE.write_text(draw(curves), encoding="utf-8")
    print("| script | decisions | against random |\n| --- | --- | --- |")
    for script, points in curves.items():
        for at, rate in points[len(points) - 1 :: -max(1, len(points) // 6)][::-1]:
            print(f"| {script} | {at:,} | {rate:.0%} |")


if __name__ == "__main__":
    main()
