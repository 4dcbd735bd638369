# Everything is made from a fresh clone: `make run` serves the game, `make test` checks all of it.

HOST ?= 127.0.0.1
PORT ?= 8000
N ?= 1000
PYTHON ?= python3

VENV := .venv
BIN := $(VENV)/bin
NODE_FOLDER := $(VENV)/node
CLIENT_SOURCES := $(shell find frontend -type f \
	-not -path '*/node_modules/*' -not -path '*/dist/*' -not -path '*/tests/*' 2>/dev/null)
STATIC_SOURCES := $(shell find accounts/static games/static -type f 2>/dev/null)
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header
NPM := cd frontend && PATH="$(CURDIR)/$(NODE_FOLDER):$$PATH" npm

export PYTHONUNBUFFERED := 1

.PHONY: help run test check lint dev client static tools bench bench-solver bench-boards \
	bench-page winnability lock clean

help:
	@echo 'make run            serve the game on http://$(HOST):$(PORT) (HOST= and PORT= change it)'
	@echo 'make test           check everything: lint, types, walls, every test'
	@echo 'make check          the quick part of it: lint, types, walls, the engine'
	@echo 'make bench          measure moves: engine, websocket, PostgreSQL'
	@echo 'make bench-solver   measure the solver'
	@echo 'make bench-boards   measure the leaderboards'
	@echo 'make bench-page     measure the page in Chromium over whole games'
	@echo 'make winnability N= solve N deals and print how many can be won'
	@echo 'make lock           compile requirements/*.txt anew from requirements/*.in'
	@echo 'make clean          remove everything that was made'

run: static $(VENV)/.solver
	@INSECURE_LOCAL=1 SECRET_KEY="$$(cat $(VENV)/secret_key)" \
		ALLOWED_HOSTS="127.0.0.1,localhost,[::1],$(HOST),$$ALLOWED_HOSTS" && \
		export INSECURE_LOCAL SECRET_KEY ALLOWED_HOSTS && \
		$(BIN)/python manage.py migrate --verbosity=0 && \
		echo 'Klondike is on http://$(HOST):$(PORT)' && \
		exec $(BIN)/uvicorn klondike_site.asgi:application \
			--host $(HOST) --port $(PORT) --log-level warning --timeout-graceful-shutdown 5 \
			--no-proxy-headers \
			--ws klondike_site.sockets:GameSockets --ws-max-size 262144 \
			--ws-per-message-deflate false

test: dev static tools
	@PATH="$(CURDIR)/$(NODE_FOLDER):$$PATH" $(BIN)/python tests/run.py all

check: dev
	@$(BIN)/python tests/run.py quick

lint: dev
	@$(BIN)/python tests/run.py lint

bench: dev
	@$(BIN)/python -m bench.moves

bench-solver bench-boards: dev
	@$(BIN)/python -m bench.$(subst bench-,,$@)

bench-page: dev static tools
	@$(BIN)/python -m bench.page

winnability: dev
	@$(BIN)/python -m bench.winnability $(N)

dev: $(VENV)/.dev
client: frontend/dist/manifest.json
static: static_root/.made

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: requirements/base.txt requirements/solver.txt | $(BIN)/python
	$(PIP) -r requirements/base.txt -r requirements/solver.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.base
	$(PIP) -r requirements/dev.txt
	@touch $@

$(VENV)/secret_key: | $(BIN)/python
	@umask 077 && $(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(50))' > $@

$(VENV)/.node: requirements/build.txt .ci/node | $(BIN)/python
	@.ci/node $(VENV) $(NODE_FOLDER)
	@touch $@

frontend/node_modules/.package-lock.json: frontend/package-lock.json | $(VENV)/.node
	$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

frontend/dist/manifest.json: frontend/node_modules/.package-lock.json $(CLIENT_SOURCES)
	$(NPM) run --silent build
	@touch $@

static_root/.made: $(VENV)/.base frontend/dist/manifest.json $(STATIC_SOURCES) | $(VENV)/secret_key
	@INSECURE_LOCAL=1 $(BIN)/python manage.py collectstatic --noinput --clear --verbosity=0
	@touch $@

# Compiled here, not while somebody waits for the first hint.
$(VENV)/.solver: $(VENV)/.base $(wildcard games/solver/*.py)
	@$(BIN)/python -m games.solver.warm
	@touch $@

tools: | $(VENV)/.dev
	@.ci/tools $(VENV)

lock: | $(BIN)/python
	@test -x $(BIN)/uv || $(PIP) -r requirements/build.txt
	for name in base solver dev build; do \
		$(LOCK) requirements/$$name.in -o requirements/$$name.txt || exit 1; done

clean:
	rm -rf $(VENV) frontend/node_modules frontend/dist static_root .mypy_cache .ruff_cache \
		.pytest_cache .hypothesis .import_linter_cache .numba_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
