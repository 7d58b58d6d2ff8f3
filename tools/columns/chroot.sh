# Another Debian in a chroot: the columns trixie, valkey and php-8.5. Read by tools/elsewhere.
# shellcheck shell=sh disable=SC2034,SC2154,SC2164

# A Rust of rustup runs in any Debian. A Rust of Debian's packages runs in its own release only.
rustup=${RUSTUP_HOME:-$HOME/.rustup}
cargo=${CARGO_HOME:-$HOME/.cargo}

# Runs a command in the chroot at $place/$debian/root. The checkout and Rust are there at the same paths as here. What
# cargo builds stands beside the chroot, because its PHP is another one.
#
# The command gets a mount namespace of its own, and everything is mounted in that one. Outside nothing is mounted at
# any time. The kernel umounts all of it when the last process in the namespace ends, even after SIGKILL.
in_chroot() {
    # shellcheck disable=SC2016 # The inner shell expands the variables.
    unshare --mount --propagation private -- sh -euc '
        chroot=$1 checkout=$2 rustup=$3 cargo=$4
        shift 4
        # A place where something is mounted, so that a test in there can have mounts of its own.
        mount --rbind "$chroot" "$chroot"
        mount -t proc proc "$chroot/proc"
        mount --rbind /dev "$chroot/dev"
        mount -t tmpfs tmpfs "$chroot/tmp"
        for folder in "$checkout" "$rustup" "$cargo"; do
            mkdir -p "$chroot$folder"
            mount --bind "$folder" "$chroot$folder"
        done
        exec chroot "$chroot" "$@"
    ' sh "$place/$debian/root" "$root" "$rustup" "$cargo" \
        env -u LIBCLANG_PATH HOME=/root LC_ALL=C.UTF-8 RUSTUP_HOME="$rustup" CARGO_HOME="$cargo" CARGO_NET_OFFLINE=true \
        PATH="$cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" ELSEWHERE_COMMIT="$commit" \
        CARGO_TARGET_DIR="$place/$debian/target" "$@"
}

# Installs packages in the chroot.
packages_in_chroot() {
    logged in_chroot env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -y --no-install-recommends install "$@"
}

# Installs the Debian $debian below target/elsewhere, without any PHP: install_debian LINE OF sources.list …
install_debian() {
    command -v debootstrap >/dev/null || packages debootstrap
    remove "$place/$debian"
    chroot=$place/$debian/root
    mkdir -p "$chroot"
    say "installing the Debian $debian into $chroot, the log is $log"
    logged debootstrap --variant=minbase "$debian" "$chroot" "$mirror"
    # The mirrors are the machine's own. Only the release is another one.
    printf '%s\n' "deb $mirror $debian main" "$@" >"$chroot/etc/apt/sources.list"
    # apt-get in the chroot fetches as the machine does: through the same proxy, with the same checks.
    apt-config dump | grep -E '^Acquire::(https?|Check-)' >"$chroot/etc/apt/apt.conf.d/machine" || true
    cp -L /etc/resolv.conf "$chroot/etc/resolv.conf"
    # The tests connect to localhost.
    echo '127.0.0.1 localhost' >"$chroot/etc/hosts"
    # No package starts its server.
    printf '#!/bin/sh\nexit 101\n' >"$chroot/usr/sbin/policy-rc.d"
    chmod +x "$chroot/usr/sbin/policy-rc.d"
    logged in_chroot apt-get -qq update
}

# The columns trixie and valkey.
trixie() {
    debian=trixie
    if ! [ -e "$place/trixie/installed" ]; then
        find_mirror
        install_debian ${security:+"deb $security trixie-security main"}
        say 'installing PHP, Redis and Valkey there'
        logged in_chroot sh "$root/tools/setup" test
        packages_in_chroot valkey-server
        # Scripts that start redis-server get Valkey.
        mkdir -p "$chroot/opt/valkey"
        ln -s /usr/bin/valkey-server "$chroot/opt/valkey/redis-server"
        touch "$place/trixie/installed"
    fi
    go_inside "$@"
}

# The column php-8.5 without an archive: PHP of the suite experimental, everything else of the suite unstable.
unstable() {
    debian=sid
    if ! [ -e "$place/sid/installed" ]; then
        find_mirror
        install_debian "deb $mirror experimental main"
        say 'installing PHP and Redis there'
        packages_in_chroot php8.5-cli php8.5-dev php8.5-fpm php8.5-mbstring php8.5-intl php8.5-sqlite3 php8.5-mysql \
            gcc libc6-dev make
        # The package php-redis is for the PHP of unstable, which it would install beside this one.
        fetch_source php-redis trixie
        fetch_source php-igbinary trixie
        logged in_chroot sh "$root/tools/elsewhere" phpredis-inside
        logged in_chroot sh "$root/tools/setup" test
        touch "$place/sid/installed"
    fi
    go_inside "$@"
}

# Runs this column in the chroot, where tools/elsewhere calls itself.
go_inside() {
    [ -x "$cargo/bin/rustup" ] || fail "there is no $cargo/bin/rustup: the chroot needs the Rust of rustup"
    # The chroot has no network for cargo. Files that are there are not fetched again.
    cargo fetch --locked --manifest-path "$root/Cargo.toml"
    # The folder may be another one there, so files are named by absolute paths.
    for argument in "$@"; do
        shift
        [ ! -e "$argument" ] || argument=$(realpath "$argument")
        set -- "$@" "$argument"
    done
    in_chroot sh "$root/tools/elsewhere" "$column-inside" "$@"
}

inside() {
    cd "$root"
    sh "$root/tools/setup" test
    build_extension "$CARGO_TARGET_DIR"
    # After the build: with another PATH cargo builds anew.
    [ "$column" != valkey ] || PATH=/opt/valkey:$PATH
    run_tests "$CARGO_TARGET_DIR/release/libredis_mutex_lock.so" "$@"
}

phpredis_inside() {
    folder=/root php=/usr
    build_phpredis
    for module in igbinary redis; do
        echo "extension=$module" >"/etc/php/8.5/mods-available/$module.ini"
        phpenmod "$module"
    done
}
