# `make run` plays, `make test` checks everything; each sets up what it needs in .venv by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PLAYABLE := $(VENV)/.playable
TESTABLE := $(VENV)/.testable
# Every game's own tests, found by folder; they measure how much of its rules they reach. They are
# run backwards: those that take longest are not begun last.
GAME_TESTS := $(patsubst src/nomarch/games/%/__init__.py,tests/%,$(wildcard src/nomarch/games/*/__init__.py))

.PHONY: run test test-ray test-train lint bench soak clean

run: $(PLAYABLE)
	$(BIN)/nomarch serve

test: $(TESTABLE) lint
	$(BIN)/python tests/install_chromium.py
	$(BIN)/python tests/install_postgres.py
	$(BIN)/pytest -n auto --dist loadgroup $(addprefix --ignore=,$(GAME_TESTS) tests/browser)
	$(BIN)/pytest -n auto tests/browser
	$(BIN)/coverage erase
	printf '%s\n' $(GAME_TESTS) | sort -r | xargs -n 1 -P $$(getconf _NPROCESSORS_ONLN) $(BIN)/coverage run -p -m pytest
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --include='*/games/*/rules/*' --fail-under=99

# A cluster of two nodes on this machine, of which one is killed; Ray is a large download.
test-ray: $(TESTABLE)
	$(PIP) -e '.[ray]'
	$(BIN)/pytest tests/test_cluster.py

# A network learns to beat random play, for a minute or two; torch is a large download.
test-train: $(TESTABLE)
	$(PIP) -e '.[train]'
	$(BIN)/pytest tests/training "tests/test_docs_run.py::test_the_examples_of_a_page_run[training.md]"

lint: $(TESTABLE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(PLAYABLE)
	$(BIN)/python bench/speed.py ra

soak: $(TESTABLE)
	$(BIN)/python bench/soak.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade pip

# What playing needs, and what testing needs besides: all extras.
$(PLAYABLE): pyproject.toml | $(BIN)/python
	$(PIP) -e .
	touch $@

$(TESTABLE): pyproject.toml | $(BIN)/python
	$(PIP) -e '.[dev,cuda]'
	touch $@ $(PLAYABLE)
