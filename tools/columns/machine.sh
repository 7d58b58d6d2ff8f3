# What every column needs of this machine: packages, mirrors, logs, folders. Read by tools/elsewhere.
# shellcheck shell=sh disable=SC2034,SC2154,SC2164

say() { printf '== elsewhere: %s\n' "$*"; }

fail() {
    printf 'elsewhere: %s\n' "$*" >&2
    exit 1
}

# Runs a command and keeps its output in the log of the column: logged COMMAND [ARGUMENT …]
logged() {
    "$@" >>"$log" 2>&1 && return
    tail -n 5 "$log" >&2
    fail "'$*' failed, see $log"
}

# Removes a folder. A folder with a mount below it stays: the mount leads to other files.
remove() {
    mounts=$(awk -v folder="$1" '$5 == folder || index($5, folder "/") == 1 { print $5 }' /proc/self/mountinfo)
    [ -z "$mounts" ] || fail "umount these first, $1 is not removed: $(echo "$mounts" | xargs)"
    rm -rf "$1"
}

# Installs packages on this machine.
packages() {
    logged apt-get -qq -o DPkg::Lock::Timeout=300 update
    logged env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -y --no-install-recommends install "$@"
}

# Has Rust build for another processor or C library: add_rust_target TARGET
add_rust_target() {
    command -v rustup >/dev/null || fail "the column $column needs the Rust of rustup, because it builds for $1"
    logged rustup target add "$1"
}

# Prints from where this machine takes the packages of a release: site CODENAME
site() {
    # shellcheck disable=SC2016 # apt-get fills in the site.
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' "Codename: $1" | head -n 1
}

# Finds out the release of this machine and its mirrors. apt-get knows them after an update.
find_mirror() {
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    mirror=$(site "$release")
    security=$(site "$release-security")
    [ -n "$mirror" ] || fail "apt-get has no package lists of $release: run 'apt-get update'"
}

# Gives apt-get lists, sources and a cache of its own, so that those of the machine stay as they are. It takes nothing
# for installed. Call it in a subshell: apt_apart FOLDER LINE [OPTION]
apt_apart() {
    mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
    echo "$2" >"$1/sources.list"
    : >"$1/status"
    cat >"$1/apt.conf" <<END
Dir::Etc::sourcelist "$1/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$1/lists";
Dir::State::status "$1/status";
Dir::Cache "$1/cache";
Acquire::Languages "none";
APT::Sandbox::User "root";
${3-}
END
    export APT_CONFIG="$1/apt.conf"
    logged apt-get -qq --error-on=any update
}
