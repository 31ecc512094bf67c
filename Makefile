# codewitness: every command a contributor needs. `make help` lists them.
#
#   make try                                 the plain install, at work on a real package
#   make test                                all that must hold before a commit
#   make PYTHON=python3.12 VENV=.venv312 test

PYTHON ?= python3
VENV ?= .venv
# Only the extra `neural` needs torch. Set TORCH_INDEX to the URL of an index of CPU wheels where
# the default index would bring the CUDA build (see CONTRIBUTING.md).
TORCH ?= torch==2.13.0
TORCH_INDEX ?=
# Test processes. 0 runs all in one, which is what a debugger wants.
JOBS ?= 2
# Seconds after which a single test counts as hanging.
TEST_TIMEOUT ?= 300
# More arguments for pytest: make test-fast ARGS="-k signals"
ARGS ?=
# Labelled queries and the repositories that they are about, see benchmarks/search_quality.py.
EVAL_SETS ?=
EVAL_REPOS ?=
BENCHMARKS ?= $(sort $(wildcard benchmarks/*.py))
GENERATORS ?= $(sort $(wildcard tools/gen_*.py))
CLIENT := vscode-client
# What npm ci has installed; newer than the lock file when that is up to date.
MODULES := $(CLIENT)/node_modules/.package-lock.json

BIN := $(VENV)/bin
PLAIN := $(VENV)/.plain
DEV := $(VENV)/.dev
# -qq: warnings are left out, errors are not.
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input -qq
# Files in their order: those of editors and servers, which take long, come before many short ones.
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder \
  --timeout $(TEST_TIMEOUT)

# The tests start many servers, each of which would compile the whole package anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help try test test-fast test-protocol test-editors client vsix lint types fmt bench eval \
  check gen clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-14s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

try: $(PLAIN) ## Run the server on a real package and show what it answers.
	@$(BIN)/python examples/try.py

test: ## Lint, types and the whole test suite, the client and real editors too.
	@$(MAKE) --no-print-directory -j2 client lint types
	$(PYTEST) $(ARGS)

test-fast: $(DEV) ## Tests that start no server, measure nothing and need no torch; few random examples.
	CODEWITNESS_EXAMPLES=$${CODEWITNESS_EXAMPLES:-few} \
	  $(PYTEST) -m "not protocol and not eval and not neural and not editor" $(ARGS)

test-editors: $(DEV) ## Tests in real editors (VS Code, Neovim, Emacs, Helix), fetched when first needed.
	$(BIN)/python -m pytest -m editor $(ARGS)

client: ## Lint, types and unit tests of the VS Code client; needs Node 20.
	@if node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' 2>/dev/null; then \
	  $(MAKE) --no-print-directory $(MODULES) && cd $(CLIENT) && npm -s run lint && npm -s run types && npm -s test; \
	else \
	  echo "left out: the VS Code client's lint, types and tests; they need Node 20 or newer"; \
	  test "$(CI)" != true; \
	fi

vsix: $(MODULES) | $(BIN)/python ## Build the VS Code extension, the server's wheel in it.
	@rm -rf $(CLIENT)/server && mkdir $(CLIENT)/server
	$(PIP) wheel --no-deps --wheel-dir $(CLIENT)/server .
	cd $(CLIENT) && npm -s run package
	@echo "$(CLIENT)/codewitness.vsix: code --install-extension $(CLIENT)/codewitness.vsix"

$(MODULES): $(CLIENT)/package.json $(CLIENT)/package-lock.json
	cd $(CLIENT) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

test-protocol: $(DEV) ## Tests that drive a real server process.
	$(PYTEST) -m protocol $(ARGS)

lint: $(DEV) ## Ruff (rules and format) and the import contracts.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=server $(BIN)/lint-imports --no-logo

types: $(DEV) ## mypy --strict over the server.
	$(BIN)/mypy

fmt: $(DEV) ## Format, and fix what ruff can fix by itself.
	$(BIN)/ruff check --fix --exit-zero --quiet .
	$(BIN)/ruff format .

check: lint types test-fast ## The quick subset of `test`, for use while working.

bench: $(DEV) ## Run each program under benchmarks/, one after the other.
	@set -e; for program in $(BENCHMARKS); do echo "== $$program"; $(BIN)/python $$program; done

eval: $(DEV) ## Measure answers against the truth sets; with EVAL_SETS and EVAL_REPOS, search on those.
	$(BIN)/python -m pytest -m eval -s $(ARGS)
	@if [ -n "$(EVAL_SETS)" ]; then \
	  $(BIN)/python benchmarks/search_quality.py --ablate --sets "$(EVAL_SETS)" --repos "$(EVAL_REPOS)"; \
	fi

gen: $(DEV) ## Write generated files anew.
	@set -e; for program in $(GENERATORS); do echo "== $$program"; $(BIN)/python $$program; done

clean: ## Remove what was built or cached. The environment stays.
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	rm -rf $(CLIENT)/dist $(CLIENT)/out $(CLIENT)/server $(CLIENT)/*.vsix
	find server tests benchmarks tools examples -name __pycache__ -type d -prune -exec rm -rf {} + \
	  2>/dev/null || true

# ── environments ─────────────────────────────────────────────────────────────────────────────────
# A stamp is newer than pyproject.toml when the environment has what pyproject.toml asks for.

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else \
	  "codewitness needs Python 3.11 or newer; say which: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv $(VENV)

$(PLAIN): pyproject.toml | $(BIN)/python
	@echo "installing codewitness into $(VENV) ..."
	@$(PIP) install -e .
	@touch $@

# torch first, from an index of its own if one is set; what comes after it finds it installed.
$(DEV): $(PLAIN)
	@echo "installing $(TORCH) and the development tools into $(VENV) ..."
	@$(PIP) install $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX)) "$(TORCH)"
	@$(PIP) install -e '.[neural,dev]'
	@touch $@
