# The commands of README.md. Each prepares the machine (tools/setup) and builds before it runs.

# The whole suite tests the release build. TESTS tests the development build, which is built in seconds after a change.
PROFILE := $(if $(TESTS),dev,release)
SO := $(CURDIR)/target/$(if $(filter dev,$(PROFILE)),debug,$(PROFILE))/libredis_mutex_lock.so

# Shells that have not read the profile do not know rustup's folder. It comes first, as in ~/.cargo/env. Where PATH leads
# to cargo already, PATH stays as it is: after a change of PATH, cargo builds ext-php-rs again.
ifeq ($(shell command -v cargo 2>/dev/null),)
export PATH := $(HOME)/.cargo/bin:$(PATH)
endif
# Processes of tests and benchmarks load this library.
export REDIS_MUTEX_LOCK_SO := $(SO)

.PHONY: help build demo test prove bench package clean compile

help:
	@echo 'make build   build $(notdir $(SO)) in target/release'
	@echo 'make demo    see it work, with a Redis of its own; FRAMEWORK=laravel: with the locks of Laravel,'
	@echo '             FRAMEWORK=fibers: with 200 fibers of one process; FRAMEWORK=shares: three calls at a time;'
	@echo '             DEPLOYMENT=quorum: with a lock on five servers, of which two are killed'
	@echo 'make test    run all tests; TESTS="php-tests/x.phpt …" for some, with a quick development build'
	@echo '             (PROFILE=release: with the release build)'
	@echo 'make prove   the long proof, two hours and more, and write its table into docs/reliability.md and its Chinese twin;'
	@echo '             PART=… for one part (CONTRIBUTING.md has their names), COUNT=… SEED=… MINUTES=… to bound it'
	@echo 'make bench   compare it with other libraries, and write docs/speed.md, docs/zh-CN/speed.md and their plots'
	@echo '             PART=… for one part, whose section goes to the terminal (BASE=/path/to/old.so: beside that library)'
	@awk -F '\t' '{ printf "               %-12s %2s min  %s\n", $$1, $$2, $$3; all += $$2 } END { printf "               all together %s min\n", all }' bench/parts/parts.tsv
	@echo 'make package make what PIE and Debian install, for each PHP with a php-config, in target/package'
	@echo '             PHP_CONFIG="/path/to/php-config …" for these'
	@echo 'make clean   remove what was built'

build:
	@sh tools/setup build
	@$(MAKE) --no-print-directory compile

demo:
	@sh tools/setup demo '$(FRAMEWORK)' '$(DEPLOYMENT)'
	@$(MAKE) --no-print-directory compile
	@php -d extension='$(SO)' examples/demo.php '$(FRAMEWORK)' '$(DEPLOYMENT)'

# The whole suite builds the library while cargo checks the sources for itself. A path without tests is seen before anything is built.
test:
ifneq ($(TESTS),)
	@for path in $(filter-out --%,$(TESTS)); do \
		[ -n "$$(find "$$path" -name '*.phpt' 2>/dev/null)" ] || { echo "make test: there is no test in $$path" >&2; exit 2; }; \
	done
endif
	@sh tools/setup test
ifeq ($(TESTS),)
	@php -n php-tests/run.php --build '$(PROFILE)'
else
	@$(MAKE) --no-print-directory compile
	@php -n php-tests/run.php $(TESTS)
endif

prove:
	@sh tools/setup test
	@$(MAKE) --no-print-directory compile
	@php -n php-tests/prove.php $(if $(PART),--part='$(PART)') $(if $(COUNT),--count='$(COUNT)') $(if $(SEED),--seed='$(SEED)') $(if $(MINUTES),--minutes='$(MINUTES)')

bench:
	@sh tools/setup bench
	@$(MAKE) --no-print-directory compile
	@php -d extension='$(SO)' bench/run.php $(if $(PART),--part='$(PART)') $(if $(BASE),--base='$(BASE)')

package:
	@sh tools/setup package
	@sh tools/package $(PHP_CONFIG)

# The build alone: what it needs is already there.
compile:
	@cargo build --profile $(PROFILE) --locked

clean:
	@cargo clean
