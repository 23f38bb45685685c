# `make run` serves the games, `make check` is the fast check, `make test` the usual one, `make test-all`
# the complete one. Each installs what it needs into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PLAYABLE := $(VENV)/.playable
TESTABLE := $(VENV)/.testable
.PHONY: run check test test-all test-rules test-edition test-senet test-ray test-train lint docs site pictures catalogs lock dist released package-page audit bench soak clean

run: $(PLAYABLE)
	$(BIN)/nomarch serve

# Lint, types and the fast tests, which compile nothing: under a minute once mypy has its cache.
check: $(TESTABLE)
	$(BIN)/python tests/run_parts.py check

# The full test suite.
test: $(TESTABLE)
	$(BIN)/python tests/run_parts.py test

# The same with every set-up, game and puzzle in every check, and the two below: before a release.
test-all: $(TESTABLE)
	$(BIN)/python tests/run_parts.py test --all

# The games' own tests, which must reach nearly every line of their rules.
test-rules: $(TESTABLE)
	$(BIN)/python tests/run_parts.py rules

# The browser edition with all games, in Chromium; NOMARCH_SITE=folder for one that is built.
test-edition: $(TESTABLE)
	$(BIN)/python tests/install_programs.py chromium
	$(BIN)/pytest -n 0 --thorough tests/browser/test_browser_edition.py tests/browser/test_kept_games.py

# A game in its own package, installed beside the library and found by its entry point; MORE=--thorough for all tests.
test-senet: $(TESTABLE)
	rm -rf build/senet
	$(PIP) --no-deps --target build/senet ./examples/nomarch-senet
	cd examples/nomarch-senet && PYTHONPATH=$(CURDIR)/build/senet $(CURDIR)/$(BIN)/pytest -n 0 -p no:cacheprovider
	PYTHONPATH=$(CURDIR)/build/senet $(BIN)/pytest -n 0 $(MORE) -k senet tests/conformance/test_text_board.py \
		$(if $(MORE),tests/browser/test_without_seeing.py)

# Kills one of two Ray nodes on this machine; Ray is a large download.
test-ray: $(TESTABLE)
	$(PIP) -e '.[ray]'
	$(BIN)/pytest tests/test_cluster.py

# Trains a network until it beats random play; torch and JAX are large downloads.
test-train: $(TESTABLE)
	$(PIP) -e '.[train,jax]' 'sb3-contrib>=2.4,<3'
	$(BIN)/pytest tests/training tests/envs/test_jax.py tests/test_examples_run.py "tests/test_docs_run.py::test_the_first_examples_of_a_page_run[training.md]"

lint: $(TESTABLE)
	$(BIN)/python tests/run_parts.py lint

# The documentation site, in build/docs; fails on dead links.
docs: $(PLAYABLE)
	$(PIP) -e '.[docs]'
	$(BIN)/mkdocs build --strict --quiet

# The browser edition, as static files in build/site; ROOT=/play for a host's folder /play.
site: $(PLAYABLE)
	$(BIN)/nomarch site --out build/site --root "$(ROOT)"

# All pictures of README and documentation, made from today's boards; needs a Chromium.
pictures: $(TESTABLE)
	$(BIN)/python -m docs.pictures

# Adds new sentences to the translations, drops stale ones, and lists what is missing by language.
catalogs: $(PLAYABLE)
	$(BIN)/nomarch catalogs

# Pins the versions of the server image in deploy/constraints.txt, and those that `make test` installs, as they are
# now in .venv, in deploy/dev-constraints.txt. To update: remove the latter and .venv, `make test`, `make lock`.
lock: $(TESTABLE)
	$(BIN)/python deploy/lock.py
	$(BIN)/python -m pip freeze --exclude-editable > deploy/dev-constraints.txt

# Builds sdist and wheel, then tests the wheel in an empty environment.
dist: $(PLAYABLE)
	$(PIP) build
	rm -rf dist build/wheel-test
	$(BIN)/python -m build --outdir dist
	$(PYTHON) -m venv build/wheel-test
	build/wheel-test/bin/python -m pip install --quiet --disable-pip-version-check dist/*.whl
	cd build && NOMARCH_CACHE=$$(mktemp -d) wheel-test/bin/python ../tests/play_one_move.py --without-server
	build/wheel-test/bin/python -m pip install --quiet --disable-pip-version-check "$$(echo dist/*.whl)[serve]"
	cd build && NOMARCH_CACHE=$$(mktemp -d) wheel-test/bin/python ../tests/play_one_move.py

# From the first release on, README and documentation install the package of the index; the release workflow runs it.
released:
	sed -i 's| @ git+https://github.com/nomarch/nomarch||' README.md $$(find docs -name '*.md')

# Makes README's pictures and links absolute, for the package's page on the index.
package-page:
	sed -i -E -e 's#(\]\(|src=")(docs/[^)"]+\.(png|webp))#\1https://raw.githubusercontent.com/nomarch/nomarch/main/\2#g' \
		-e 's#\]\((docs/|[A-Z]+)#](https://github.com/nomarch/nomarch/blob/main/\1#g' README.md

# Known vulnerabilities in the installed dependencies.
audit: $(TESTABLE)
	$(PIP) pip-audit
	$(BIN)/pip-audit --skip-editable

bench: $(PLAYABLE)
	$(BIN)/nomarch bench ra

soak: $(TESTABLE)
	$(BIN)/python -m bench.soak

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade pip

$(PLAYABLE): pyproject.toml | $(BIN)/python
	$(PIP) -e '.[serve]'
	touch $@

# Modules are compiled when they are first imported, which most of these never are.
$(TESTABLE): pyproject.toml | $(BIN)/python
	$(PIP) --no-compile $(addprefix -c ,$(wildcard deploy/dev-constraints.txt)) -e '.[dev,cuda]'
	touch $@ $(PLAYABLE)
