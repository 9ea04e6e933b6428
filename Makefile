# Two commands matter:   make prove     builds, proves every theorem, then prints an exchange and a signature
#                        make test      all tests, the proofs without cache, mypy --strict, ruff
# Everything is installed into .venv, in the versions of constraints.txt; nothing needs root.

.DEFAULT_GOAL := help
.PHONY: help prove test test-slow test-mutants test-assemblers test-arm64 test-valgrind test-packages bench mca build \
        declarations tables check-machine clean

BIN   := .venv/bin
PY    := $(BIN)/python
READY := .venv/.installed-constraints
BUILT := .venv/.built
ARM64 := build/arm64

# What the compiled extension is made from.
NATIVE := $(wildcard asm/include/*.h asm/*/*/*.h asm/*/*/*.S src/qed25519/_*.c src/qed25519/_native_*.h) \
          CMakeLists.txt pyproject.toml src/qed25519/prover/contract.py src/qed25519/prover/declarations.py

help:
	@echo "make prove            build, prove every theorem, print an exchange and a signature made with the proved code"
	@echo "make test             pytest, the proofs without cache, mypy --strict, ruff"
	@echo "make test-slow        what takes minutes: a million iterations of X25519, …"
	@echo "make test-mutants     every mutant of every routine but fe_invert: hours"
	@echo "make test-assemblers  GNU as and ziglang give the same bytes (installs ziglang, 400 MB)"
	@echo "make test-arm64       the tests on an Arm64 Python under qemu-user; the choice at load on models of CPUs"
	@echo "make test-valgrind    the x86-64 routines under memcheck, with the secrets marked undefined"
	@echo "make test-packages    sdist and wheel, each installed and used alone"
	@echo "make bench            cycles of the routines; X25519 and Ed25519 beside other libraries"
	@echo "make mca              cycles on Arm64 by llvm-mca's models, into docs/schoolbook-or-karatsuba.md (llvm-mca 19)"
	@echo "make declarations     rewrite src/qed25519/_native.pyi from the contracts"
	@echo "make tables           rewrite the tables of multiples of B in asm/include from spec/"

check-machine:
	@.ci/check-machine >/dev/null

# constraints.txt is also the list of what is installed.  ziglang only where no other Arm64 assembler is found.
$(READY): constraints.txt
	@python=$$(.ci/check-machine) && { [ -x $(PY) ] || "$$python" -m venv .venv; }
	@grep -v '^ziglang' constraints.txt >.venv/.requirements
	@command -v aarch64-linux-gnu-as >/dev/null || grep '^ziglang' constraints.txt >>.venv/.requirements
	$(PY) -m pip install -q --disable-pip-version-check -r .venv/.requirements
	@touch $@

$(BUILT): $(READY) $(NATIVE)
	$(PY) -m pip install -q --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

build: check-machine $(BUILT)

prove: build
	$(BIN)/qed25519 prove
	@$(PY) .ci/example.py

test: build
	@rm -f build/steps
	@.ci/step "ruff" $(BIN)/ruff check
	@.ci/step "mypy --strict" $(BIN)/mypy
	@.ci/step "proofs, without cache" $(BIN)/qed25519 prove --no-cache --json build/proofs.json --junit build/proofs.xml
	@.ci/step "pytest" $(BIN)/pytest -q -n auto --dist worksteal --durations 10 --junit-xml build/tests.xml
	@.ci/step

test-slow: build
	$(BIN)/pytest -q -m slow --durations 10 -n auto --dist worksteal

test-mutants: build
	$(BIN)/pytest -q -m exhaustive --durations 10 -n auto --dist worksteal

test-assemblers: build
	$(PY) -m pip install -q --disable-pip-version-check $$(grep '^ziglang' constraints.txt)
	$(BIN)/pytest -q -m assemblers

# On Arm64 run the tests of what is called; the prover, assembling and z3 stay here.  Time under qemu means nothing.
ARM64_TESTS := tests/api tests/vectors tests/spec tests/divstep/test_spec.py \
               --ignore-glob 'tests/api/*_arm64.py' --ignore tests/spec/test_base_table.py \
               --deselect tests/api/test_import.py::test_takes_less_than_50_ms

$(ARM64)/python: .ci/arm64-python
	@.ci/check-machine arm64 >/dev/null
	.ci/arm64-python $(ARM64)

test-arm64: build $(ARM64)/python
	@.ci/check-machine arm64 >/dev/null
	$(PY) -m pip install -q --disable-pip-version-check $$(grep '^ziglang' constraints.txt)
	.ci/arm64-wheel $(ARM64)
	$(BIN)/pytest -q -m emulated -n auto
	$(ARM64)/python -m pytest -q -n auto --dist worksteal --durations 10 -p no:cacheprovider $(ARM64_TESTS)

test-valgrind: build
	$(BIN)/pytest -q -m valgrind

test-packages: build
	$(BIN)/pytest -q -m packages

bench: build
	$(BIN)/qed25519 bench fe
	$(BIN)/qed25519 bench x25519
	$(BIN)/qed25519 bench ed25519

mca: build
	$(PY) -m qed25519.mca docs/schoolbook-or-karatsuba.md

tables: build
	$(PY) -m qed25519.proofs.group.table asm/include

declarations:
	@python=$$(.ci/check-machine) && "$$python" src/qed25519/prover/declarations.py asm src/qed25519 pyi src/qed25519/_native.pyi

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
