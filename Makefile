# Everything a fresh machine needs: Python 3.11.1 or newer, make, and a network for packages.
#   make run    sets up and serves; prints the address and its QR code
#   make check  for while one works: lint, types and the rules' tests, in under a minute
#   make gallery [ARGS=...]     a picture of every screen, light and dark, in all sizes
#   make test   sets up what the tests need and runs all of them
#   make faults [ARGS=--selection]  faults made on purpose: an hour, or six minutes of them; all of them with --whole
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Two workers more than there are cores; each is given the next file in the order that tests/running.py has put them in,
# for the tests of a file share what costs most: an app, a server, what is laid out to be looked at.
PYTEST := $(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder
# Tests start some eighty processes of the program: none of them should compile it anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test check lint types unit rules gallery bench faults lock messages language clean

run: $(VENV)/run.done
	$(BIN)/companion serve $(ARGS)

# Types are checked beside the tests, which wait for something half of the time.
test: lint
	@$(MAKE) --no-print-directory --jobs 2 types unit

check: lint types rules

lint: $(VENV)/test.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/test.done
	$(BIN)/mypy

unit: $(VENV)/collected.done
	$(PYTEST) $(ARGS)

rules: $(VENV)/test.done
	$(PYTEST) -q -m "not property" tests/games tests/referee

gallery: $(VENV)/test.done
	$(BIN)/python -m tests.browser.gallery $(ARGS)

bench: $(VENV)/test.done
	$(BIN)/python -m tests.bench $(ARGS)

faults: $(VENV)/test.done
	$(BIN)/python -m tests.faults $(ARGS)

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11, 1) and "Python 3.11.1 or newer is needed; this is " + sys.version)'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/run.done: $(VENV)/made requirements/run.txt pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements/run.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(VENV)/test.done: $(VENV)/run.done requirements/test.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements/test.txt
	@touch $@

# In a new checkout one process compiles the tests, while another checks types; else each worker would compile them all.
$(VENV)/collected.done: $(VENV)/test.done
	@$(BIN)/pytest --collect-only --quiet > $@ || (cat $@; rm $@; exit 1)

# Resolve the ranges of pyproject.toml anew and write what was found to requirements/.
lock: $(VENV)/test.done
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --upgrade --all-extras --no-header --no-annotate pyproject.toml -o requirements/run.txt
	$(BIN)/uv pip compile --quiet --universal --upgrade --all-extras --no-header --no-annotate --group test pyproject.toml -o requirements/test.txt

# Collect the sentences that people read, also from templates/games/_frame, which Babel by itself would pass over; and
# bring every language's catalogue up to date: what is new has no translation yet, and what is gone, as the old one of a
# sentence that was changed, stays at the catalogue's end with its translation. Nothing is guessed; one that has become
# a count keeps its translation for the first form, marked as fuzzy, which counts as missing.
CATALOGUES := companion/translations
POT := $(CATALOGUES)/messages.pot
messages: $(VENV)/run.done
	$(BIN)/pybabel --quiet extract -F babel.cfg --ignore-dirs '.*' --omit-header --add-location file --width 120 -o $(POT) .
	$(BIN)/pybabel --quiet update -d $(CATALOGUES) -i $(POT) --no-fuzzy-matching --ignore-pot-creation-date --width 120

# A catalogue for a new language, by its code: make language CODE=pt_BR
language: $(VENV)/run.done
	$(BIN)/pybabel init -d $(CATALOGUES) -i $(POT) -l $(CODE) --width 120
	sed '/^#: /,$$d' $(CATALOGUES)/$(CODE)/LC_MESSAGES/messages.po > $(CATALOGUES)/$(CODE)/LC_MESSAGES/forms.po
	echo 'offered = false' > $(CATALOGUES)/$(CODE)/language.toml

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
