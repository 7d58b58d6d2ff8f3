# PHP and the extension with AddressSanitizer: the column asan. Read by tools/elsewhere.
# shellcheck shell=sh disable=SC2034,SC2154,SC2164

asan() {
    # gcc instruments PHP, LLVM instruments the extension, and one runtime library serves both: that of Rust. The one of
    # gcc 12 does not know fork: a child hangs if a thread of its parent was in malloc at that moment.
    runtime=$(find "$(rustc --print target-libdir)" -name 'librustc*_rt.asan.a')
    [ -n "$runtime" ] || fail 'this Rust has no AddressSanitizer: use the Rust of rustup'
    link="-fno-sanitize=address -Wl,--whole-archive,$runtime,--no-whole-archive -lpthread -ldl -lrt -lm"
    code=$(code_of_machine)
    build_php asan "$code" "$modules" --enable-address-sanitizer CFLAGS='-O1 -g' CXXFLAGS='-O1 -g'
    # The switch for sanitizers belongs to unstable Rust. A named target keeps build scripts and macros free of the
    # sanitizer: they are programs without its runtime library. The standard library is not built anew. What it
    # allocates and frees is watched nevertheless.
    target=$(rustc -vV | sed -n 's/^host: //p')
    (
        export RUSTC_BOOTSTRAP=1 CARGO_PROFILE_RELEASE_DEBUG=1 CARGO_PROFILE_RELEASE_STRIP=none
        export RUSTFLAGS='-Zsanitizer=address -Cforce-frame-pointers=yes'
        build_extension "$place/asan/target" --target "$target"
    )
    # Each run has a folder of its own.
    reports=$place/asan/reports.$$
    # PHP's own allocator cuts blocks out of pages, and the sanitizer sees the pages only. Without that allocator each
    # block is one of malloc. The tracking frees what a fatal error leaves behind.
    export USE_ZEND_ALLOC=0 USE_TRACKED_ALLOC=1
    # Leaks are the matter of valgrind and of the debug build. SIGSEGV stays a signal: tests send it to their processes.
    ASAN_OPTIONS="log_path=$reports/report:exitcode=99:detect_leaks=0:detect_stack_use_after_return=0:handle_segv=0"
    [ "${1-}" != fuzz ] || ASAN_OPTIONS=$ASAN_OPTIONS:handle_segv=1
    export ASAN_OPTIONS ASAN_SYMBOLIZER_PATH=/usr/bin/addr2line
    leave_out 'the sanitizer keeps freed memory for a while and reserves terabytes of addresses' \
        life/memory-and-descriptors-stay-flat life/requests-of-one-process-leave-nothing \
        renewal/memory-and-descriptors-stay-flat renewal/no-thread-is-an-exception \
        faults/ten-thousand-refused-locks-cost-nothing \
        faults/tokens-of-unknown-outcome-are-forgotten-when-their-lease-is-over tls/a-file-without-an-end-is-refused \
        list/a-cache-of-large-values-fits-into-the-memory-limit integrations/laravel/requests-of-one-process-leave-nothing \
        integrations/laravel/thousands-of-unreleased-locks-cost-little
    leave_out 'a PHP with the sanitizer is too slow to be measured' bench/a-tiny-run-says-that-it-is-too-short
    leave_out 'nine hundred fibers of such a PHP do not come in within their timeout' \
        integrations/event-loop/the-select-driver-watches-nine-hundred-fibers
    export WORKERS_PER_CORE=1
    # shellcheck disable=SC2046 # one word is one test
    leave_out 'valgrind cannot run a program that has the sanitizer' $(tests_with Valgrind)
    mkdir "$reports"
    run_tests "$place/asan/target/$target/release/libredis_mutex_lock.so" "$@"
    # A process that a test expects to fail has its report too.
    set -- "$reports"/report.*
    if [ -e "$1" ]; then
        cat "$1"
        say "$# reports of AddressSanitizer, the first is above, all are in $reports. Each counts as failed"
        failed=$((${failed:-0} + $#)) passed=${passed:-0}
    else
        rmdir "$reports"
        say 'AddressSanitizer has reported nothing'
    fi
}
