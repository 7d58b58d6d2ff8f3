# A PHP with threads, assertions and reports of leaks: the columns zts-debug and threads. Read by tools/elsewhere.
# shellcheck shell=sh disable=SC2034,SC2154,SC2164

# Both columns have one build.
build_zts() {
    code=$(code_of_machine)
    build_php zts-debug "$code" "$modules" --enable-debug --enable-zts --enable-embed=shared
    build_extension "$place/zts-debug/target"
    library=$place/zts-debug/target/release/libredis_mutex_lock.so
}

zts_debug() {
    build_zts
    leave_out 'a PHP with assertions is too slow to be measured' bench/a-tiny-run-says-that-it-is-too-short
    leave_out 'a PHP with assertions is too slow to carry the bytes of thousands of locks, as a server far away' \
        renewal/two-thousand-leases-outlast-a-far-server life/thousands-of-locks-are-freed-though-the-server-is-far
    run_tests "$library" "$@"
}

threads() {
    build_zts
    export REDIS_MUTEX_LOCK_SO="$library"
    say "running with PHP $(php_in_words) and $(server_in_words)"
    what=${*:-threads}
    count php -n "$root/php-tests/threads.php" "$@"
}
