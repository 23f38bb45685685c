"""Check an installed package without its repository: one move of each game, a batch, a page.

Run by `make dist` in an empty environment, and on platforms without the full test suite.
"""

import os
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.request

import nomarch

START_SECONDS = 120


def play_one_move() -> None:
    for game in nomarch.games():
        match = nomarch.new(game, seed="installed")
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
        assert match.svg(seat).startswith("<svg")
        assert nomarch.load(match.save()).steps == match.steps
        print(f"{game}: one move, a drawing and a save")


def run_batch() -> None:
    from nomarch.envs import Batch

    batch = Batch(nomarch.games()[0], players=3, n=4, seed=1, workers=1)
    batch.step(batch.mask.argmax(axis=1))
    print(f"Batch: {batch.observation.shape}")


def serve_page() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "nomarch", "serve", "--port", str(port), "--log", "text"]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
        environment = os.environ | {"NOMARCH_DATA": data, "PYTHONUNBUFFERED": "1"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        timer = threading.Timer(START_SECONDS, server.kill)
        timer.start()
        try:
            assert server.stdout is not None
            assert any(f":{port}" in line for line in server.stdout), "the server did not start"
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
                assert page.status == 200
            print("The server answers.")
        finally:
            timer.cancel()
            server.terminate()
            server.wait()


def serve_without_packages() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "nomarch", "serve"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.endswith("pip install 'nomarch[serve]'.\n"), done.stderr
    print(done.stderr, end="")


if __name__ == "__main__":
    play_one_move()
    run_batch()
    if "--without-server" in sys.argv:
        serve_without_packages()
    else:
        serve_page()
