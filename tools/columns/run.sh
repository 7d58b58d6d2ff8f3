# Builds the extension, runs the tests and writes the row of the column. Read by tools/elsewhere.
# shellcheck shell=sh disable=SC2034,SC2154,SC2164

# Builds the extension for the php in PATH. $1: the folder for it, $@: more options of cargo
build_extension() {
    export CARGO_TARGET_DIR="$1"
    shift
    say "building the extension for PHP $(php_in_words)"
    cargo build --release --locked --manifest-path "$root/Cargo.toml" "$@"
}

php_in_words() { php -n -r 'echo PHP_VERSION, PHP_ZTS ? " ZTS" : "", PHP_DEBUG ? " debug" : "";'; }

server_in_words() { redis-server --version | sed -E 's/^([A-Za-z]+) server v=([^ ]+).*/\1 \2/'; }

# Leaves files out of the run: leave_out REASON FILE OR FOLDER …
# A test that runs over TLS too may have a file for that, which is left out with it.
leave_out() {
    say "left out, because $1:"
    shift
    for test in "$@"; do
        path=$root/php-tests/$test
        # Such a line would hide a file that was renamed.
        [ -e "$path" ] || [ -e "$path.phpt" ] || fail "there is no $path, which is to be left out"
        echo "   $test"
        find "$path" "$path.phpt" "$path-over-tls.phpt" -name '*.phpt' 2>/dev/null >>"$leftovers" || true
    done
}

# Prints the tests that use a class: tests_with PATTERN
tests_with() { (cd "$root/php-tests" && grep -rlE "$1" --include='*.phpt' . | sed 's|^\./||; s|\.phpt$||'); }

# Runs the phpt files or the fuzzer with the php in PATH. $1: the library, $@: as for tools/elsewhere
run_tests() {
    export REDIS_MUTEX_LOCK_SO="$1"
    shift
    say "running with PHP $(php_in_words) and $(server_in_words)"
    if [ "${1-}" = fuzz ]; then
        shift
        php -n "$root/php-tests/fuzz.php" "$@"
        return
    fi
    what=$(echo "${*:-all}" | sed "s|$root/||g; s|php-tests/||g")
    [ $# != 0 ] || set -- "$root/php-tests"
    export LEFT_OUT="$leftovers"
    count php -n "$root/php-tests/run.php" ${passes:+"$passes"} "$@"
}

# Runs a command whose last line is `N passed, N failed, N skipped`, and keeps the numbers. The line itself stands at
# the end of all: see conclude.
count() {
    began=$(date +%s)
    { "$@" 2>&1 || true; } | tee "$place/$column.output" |
        sed -uE '/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/d'
    seconds=$(($(date +%s) - began))
    counts=$(tail -n 1 "$place/$column.output" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p')
    [ -n "$counts" ] || fail 'the tests have ended without their last line'
    read -r passed failed skipped <<END
$counts
END
    left=$(sed -n 's/^== left out: \([0-9]*\) tests$/\1/p' "$place/$column.output")
}

# Adds a row to target/elsewhere/results.tsv, prints it, and prints the last line. A skipped test proves nothing.
conclude() {
    [ -n "$passed" ] || return 0
    # The tests read the files that stand here, so a file that was changed meanwhile was perhaps part of the run.
    sh "$root/tools/unchanged-since" "${commit%+}" >/dev/null || commit=${commit%+}+
    results=$place/results.tsv
    [ -e "$results" ] ||
        printf 'date\tcommit\tcolumn\tPHP\tserver\tpassed\tfailed\tskipped\tleft out\tseconds\ttests\n' >"$results"
    row=$(printf '%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%s' "$(date +%F)" "$commit" "$column" "$(php_in_words)" \
        "$(server_in_words)" "$passed" "$failed" "$skipped" "${left:-0}" "${seconds:-0}" "${what-}")
    say "a row for $results:"
    echo "$row" | tee -a "$results"
    case $whole:$commit:$failed:$skipped in
    yes:*+:*) ;;
    yes:*:0:0) php -n "$root/php-tests/matrix.php" "$row" ;;
    esac
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ] && [ "$skipped" = 0 ] && [ "$passed" != 0 ]
}
