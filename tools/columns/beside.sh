# The library of this tree and that of another commit on one Redis: the column beside. Read by tools/elsewhere.
# shellcheck shell=sh disable=SC2034,SC2154,SC2164

# Each process loads one of both by chance, as while servers are upgraded one by one. The tests in which several processes
# share locks are enough, because a process alone has one version only. Folders of methods that older libraries lack are left
# out. The hammer takes shares beside their locks.
beside() {
    [ $# != 0 ] || fail 'which commit? tools/elsewhere beside COMMIT [FILE OR FOLDER …]'
    former=$(git -C "$root" rev-parse --quiet --verify --short=10 "$1^{commit}") || fail "this checkout knows no commit $1"
    shift
    column=beside-$former
    # A library is for one PHP, and another one may be in PATH than in an earlier run.
    export REDIS_MUTEX_LOCK_BESIDE="$place/beside/$former-php$(php_in_words | tr ' ' -).so"
    [ -e "$REDIS_MUTEX_LOCK_BESIDE" ] || build_former
    build_extension "$root/target"
    export REDIS_MUTEX_LOCK_SO="$root/target/release/libredis_mutex_lock.so"
    for deployment in server sentinel cluster quorum; do
        say "the hammer, half of its processes with the library of $former: $deployment"
        php -n "$root/php-tests/hammer.php" 30 "$(date +%s)" "$deployment" || fail "the hammer has found something: $deployment"
    done
    if [ $# = 0 ]; then
        for folder in waiting lock renewal await-release retry-for replicas sentinel cluster quorum; do
            set -- "$@" "$root/php-tests/$folder"
        done
    fi
    # shellcheck disable=SC2046 # Each of these names is a word.
    leave_out 'a test that is newer than that commit may ask for what its library lacks' \
        $(git -C "$root" diff --name-only --diff-filter=A "$former" HEAD -- "$@" | sed 's|^php-tests/||')
    leave_out 'the version of half of the processes may be older than this answer' \
        quorum/a-redlock-of-another-library-excludes-and-is-excluded
    run_tests "$REDIS_MUTEX_LOCK_SO" "$@"
}

# Builds the library of the commit $former.
build_former() {
    remove "$place/beside/sources"
    mkdir -p "$place/beside/sources"
    git -C "$root" archive "$former" | tar x -C "$place/beside/sources"
    say "building the library of $former"
    CARGO_TARGET_DIR="$place/beside/target" cargo build --release --locked --manifest-path "$place/beside/sources/Cargo.toml"
    cp "$place/beside/target/release/libredis_mutex_lock.so" "$REDIS_MUTEX_LOCK_BESIDE"
}
