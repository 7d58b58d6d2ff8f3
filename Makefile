# The commands of the README. Each prepares the machine (tools/setup) and builds before it runs.

SO := $(CURDIR)/target/release/libredis_mutex_lock.so

# rustup's place, for shells that have not read the profile.
export PATH := $(PATH):$(HOME)/.cargo/bin
# Which library the processes of tests and benchmarks load.
export REDIS_MUTEX_LOCK_SO := $(SO)

.PHONY: help build demo test bench clean compile

help:
	@echo 'make build   build $(notdir $(SO)) in target/release'
	@echo 'make demo    see it work, with a Redis of its own'
	@echo 'make test    run all tests; TESTS="php-tests/x.phpt …" for some'
	@echo 'make bench   compare it with other libraries'
	@echo 'make clean   remove what was built'

build:
	@sh tools/setup build
	@$(MAKE) --no-print-directory compile

demo:
	@sh tools/setup demo
	@$(MAKE) --no-print-directory compile
	@php -d extension='$(SO)' examples/demo.php

test:
	@sh tools/setup test
	@$(MAKE) --no-print-directory compile
	@php -n php-tests/run.php $(TESTS)

bench:
	@sh tools/setup bench
	@$(MAKE) --no-print-directory compile
	@php -d extension='$(SO)' bench/run.php

# The build alone: what it needs is already there.
compile:
	@cargo build --release --locked

clean:
	@cargo clean
