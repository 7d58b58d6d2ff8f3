# What make does in the makefile of phpize. configure copies this file into it, so a change needs configure again.

RML_LIBRARY = $(RML_TARGET)/release/libredis_mutex_lock.so
RML_MODULE = $(phplibdir)/redis_mutex_lock.so
RML_SOURCES := $(RML_CRATE)/Cargo.toml $(RML_CRATE)/Cargo.lock $(RML_CRATE)/build.rs \
	$(shell find '$(RML_CRATE)/src' -type f)

# A file and not a phony goal, so `make install` as root neither looks for cargo nor builds. The Makefile is new after each
# configure, which may have chosen another PHP. `+` lets cargo take part in make's limit of jobs.
$(RML_MODULE): $(RML_SOURCES) Makefile
	+cd '$(RML_CRATE)' && env -u CARGO_BUILD_TARGET PATH="$(dir $(RML_CARGO)):$$PATH" PHP='$(RML_PHP)' PHP_CONFIG='$(RML_PHP_CONFIG)' CARGO_TARGET_DIR='$(RML_TARGET)' \
		'$(RML_CARGO)' build --release --locked
	mkdir -p '$(phplibdir)'
	cp '$(RML_LIBRARY)' '$@.new'
	mv '$@.new' '$@'

# The makefile of phpize reads the name of the library from such a file, in `make test` and `make install`.
$(phplibdir)/redis_mutex_lock.la: $(RML_MODULE)
	echo "dlname='redis_mutex_lock.so'" >'$@'

# `make test` runs PHP's own run-tests.php, which looks for tests below its own folder, where none are. It loads no other
# extension than this one, so the whole suite runs with `make test` in the folder above.
TESTS ?= $(RML_CRATE)/php-tests/compat
PHP_TEST_SHARED_EXTENSIONS += -d 'auto_prepend_file=$(RML_CRATE)/php-tests/lib/phpt.php'
export REDIS_MUTEX_LOCK_SO = $(RML_MODULE)
