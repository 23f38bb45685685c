# `make run` plays, `make test` checks everything; each sets up .venv by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Every game's own tests, found by folder; they measure how much of its rules they reach.
GAME_TESTS := $(patsubst src/nomarch/games/%/__init__.py,tests/%,$(wildcard src/nomarch/games/*/__init__.py))

.PHONY: run test lint bench soak clean

run: $(READY)
	$(BIN)/nomarch serve

test: $(READY) lint
	$(BIN)/python tests/install_chromium.py
	$(BIN)/pytest -n auto --dist loadgroup $(addprefix --ignore=,$(GAME_TESTS) tests/browser)
	# A browser on a busy machine may miss its moment once; what fails again is a failure.
	$(BIN)/pytest -n auto --reruns 1 tests/browser
	$(BIN)/coverage run -m pytest $(GAME_TESTS)
	$(BIN)/coverage report --include='*/games/*/rules.py' --fail-under=99

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python bench/speed.py ra

soak: $(READY)
	$(BIN)/python bench/soak.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage

$(READY): pyproject.toml
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,cuda]'
	touch $@
