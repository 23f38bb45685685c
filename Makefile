# `make run` plays, `make test` checks everything; each sets up .venv by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test lint bench soak clean

run: $(READY)
	$(BIN)/nomarch serve

test: $(READY) lint
	$(BIN)/pytest -n auto
	$(BIN)/coverage run -m pytest -q -p no:xdist tests/ra -m "not compiled"
	$(BIN)/coverage report --include='*/games/*/rules.py' --fail-under=100

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
