# What can be done with a checkout. `make demo` and `make test` are all a new user needs.

CARGO ?= cargo
PYTHON ?= python3
FUZZ_SECONDS ?= 60
BENCH_ARGS ?=
STUDY ?= studies/quick.toml
STUDY_ARGS ?=
DEMO_CLASS := org.apache.commons.lang3.math.Fraction
DEMO_JAR := target/test-jars/commons-lang3-3.12.0.jar

# Said by whoever goes on without one.
NO_NATS_SERVER := nats-server cannot be installed: studies on several machines are not tested

.NOTPARALLEL:
.PHONY: help build demo test test-jars lint fmt tidy docs deny bench bench-speed bench-crates bench-subjects bench-projects bench-faults study fuzz tools install-tools

help:
	@echo "make demo            install what is missing, build, generate tests for commons-lang's Fraction, run them"
	@echo "make test            all tests; needs a JDK, Maven and Python 3"
	@echo "make build           target/release/evoke"
	@echo "make lint            format, clippy, tidy rules, rustdoc, cargo deny"
	@echo "make bench           speed, crates and subjects; BENCH_ARGS goes to the script of bench/ that is run"
	@echo "make bench-speed     executor, search, index and instrumentation, memory and time for a trivial class"
	@echo "make bench-subjects  only the classes of libraries, a set of bench/"
	@echo "make bench-projects  whole projects"
	@echo "make bench-faults    published faults of libraries, how many suites of the fixed releases find"
	@echo "make study           run and report STUDY ($(STUDY)), see docs/studies.md; STUDY_ARGS goes to evoke study run"
	@echo "make fuzz            every fuzz target for FUZZ_SECONDS (60); needs cargo-fuzz and a nightly toolchain"
	@echo "make install-tools   JDK, Maven and Python, with apt; a NATS server, with Go or apt"

build:
	$(CARGO) build --release --locked --package evoke

# What all but the tests of studies on several machines need.
tools:
	@scripts/install-tools

install-tools: tools
	@scripts/nats-server target/tools > /dev/null || scripts/install-tools nats-server || echo "$(NO_NATS_SERVER)" >&2

demo: tools build test-jars
	@scripts/demo "$(DEMO_CLASS)" "$(DEMO_JAR)"

test: test-jars
	@jdks=$$(scripts/find-jdks) && jars=$$(scripts/test-jars target/test-jars) && \
	if nats=$$(scripts/nats-server target/tools); then without=; else without="-- --skip study_queue::"; echo "$(NO_NATS_SERVER)" >&2; fi && set -x && \
	EVOKE_TEST_JDKS="$$jdks" EVOKE_TEST_JARS="$$jars" EVOKE_TEST_NATS_SERVER="$$nats" $(CARGO) test --workspace --locked $$without && \
	$(PYTHON) -m unittest discover --start-directory bench --top-level-directory bench

test-jars:
	@scripts/find-jdks > /dev/null
	@scripts/test-jars target/test-jars > /dev/null

lint: fmt tidy docs deny
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

fmt:
	$(CARGO) fmt --all --check

tidy:
	$(CARGO) test --quiet --locked --package evoke-tidy

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --document-private-items

deny:
	@if ! $(CARGO) deny --version > /dev/null 2>&1; then \
	  echo "cargo deny is not installed: licences and advisories were not checked"; \
	else \
	  $(CARGO) deny --locked check bans licenses sources && \
	  if $(CARGO) deny --locked fetch db > /dev/null 2>&1; then $(CARGO) deny --locked check --disable-fetch advisories; \
	  else echo "the advisory database cannot be fetched: advisories were not checked"; fi; \
	fi

bench: bench-speed bench-crates bench-subjects

bench-speed: test-jars
	@jdks=$$(scripts/find-jdks) && jars=$$(scripts/test-jars target/test-jars) && set -x && \
	EVOKE_TEST_JDKS="$$jdks" EVOKE_TEST_JARS="$$jars" $(CARGO) bench --package evoke --locked --bench speed

bench-crates: test-jars
	@jdks=$$(scripts/find-jdks) && jars=$$(scripts/test-jars target/test-jars) && set -x && \
	EVOKE_TEST_JDKS="$$jdks" EVOKE_TEST_JARS="$$jars" $(CARGO) bench --workspace --exclude evoke --locked --benches

# What is run goes to target/studies; runs that went wrong do not keep the report from being written.
study: STUDY_NAME = $(basename $(notdir $(STUDY)))
study: build
	@mkdir -p target/studies
	@jdks=$$(scripts/find-jdks) && set -x && JAVA_HOME="$${jdks%%:*}" target/release/evoke study run $(STUDY) --out target/studies/$(STUDY_NAME).sqlite $(STUDY_ARGS) || [ $$? -eq 1 ]
	target/release/evoke study report target/studies/$(STUDY_NAME).sqlite --html target/studies/$(STUDY_NAME).html \
	  --markdown target/studies/$(STUDY_NAME).md --csv target/studies/$(STUDY_NAME).csv

bench-subjects: build
	@jdks=$$(scripts/find-jdks) && set -x && JAVA_HOME="$${jdks%%:*}" $(PYTHON) bench/subjects.py $(BENCH_ARGS)

bench-projects: build
	@jdks=$$(scripts/find-jdks) && set -x && JAVA_HOME="$${jdks%%:*}" $(PYTHON) bench/projects.py $(BENCH_ARGS)

bench-faults: build
	@jdks=$$(scripts/find-jdks) && set -x && JAVA_HOME="$${jdks%%:*}" $(PYTHON) bench/faults.py $(BENCH_ARGS)

fuzz:
	@scripts/fuzz "$(FUZZ_SECONDS)"
