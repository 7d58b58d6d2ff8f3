# Coroutines of the real Swoole: the column swoole. Read by tools/elsewhere.
# shellcheck shell=sh disable=SC2034,SC2154,SC2164

# No package of Debian has Swoole, so the caller names the extension, which was built for the PHP of this machine.
swoole() {
    [ $# != 0 ] || fail 'which Swoole? tools/elsewhere swoole /path/to/swoole.so [FILE OR FOLDER …]'
    SWOOLE_SO=$(realpath -e "$1") || fail "there is no $1"
    export SWOOLE_SO
    shift
    # Its own name and version stand in the row.
    # shellcheck disable=SC2016 # PHP fills in the variables.
    column=$(php -n -d "extension=$SWOOLE_SO" -r 'foreach (["swoole", "openswoole"] as $it) { if (extension_loaded($it)) { echo "$it-", phpversion($it); } }')
    [ -n "$column" ] || fail "$SWOOLE_SO is neither Swoole nor OpenSwoole for PHP $(php_in_words)"
    build_extension "$root/target"
    [ $# != 0 ] || set -- "$root/php-tests/integrations/swoole"
    run_tests "$root/target/release/libredis_mutex_lock.so" "$@"
}
