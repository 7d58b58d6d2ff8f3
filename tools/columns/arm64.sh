# Debian's PHP for arm64, which qemu emulates: the column arm64. Read by tools/elsewhere.
# shellcheck shell=sh disable=SC2034,SC2154,SC2164
#
# Only PHP and the extension are of the other processor. The extension is built across, because an emulated compiler
# would take hours. Servers, shells and other programs are those of this machine, so they are as fast as ever.

arm64() {
    triple=aarch64-unknown-linux-gnu
    install_arm64
    PATH=$place/arm64/bin:$PATH
    (
        export CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc
        export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
        sysroot=/usr/aarch64-linux-gnu
        export BINDGEN_EXTRA_CLANG_ARGS="--target=aarch64-linux-gnu --sysroot=$sysroot -I$sysroot/include"
        build_extension "$place/arm64/target" --target "$triple"
    )
    # shellcheck disable=SC2046 # one word is one test
    leave_out 'they start programs or libraries of this processor with the extension' \
        $(tests_with 'valgrind|Fpm::|FailingAllocations|FakeNames|NamedLock')
    # shellcheck disable=SC2046 # one word is one test
    leave_out 'they count the threads or the memory of the process, and those of the emulator are among them' \
        $(tests_with 'Holder::threads') life/loading-does-nothing config/keys-of-any-bytes \
        config/arrays-of-any-size-cost-little config/urls-that-are-too-long life/memory-and-descriptors-stay-flat \
        life/requests-of-one-process-leave-nothing renewal/memory-and-descriptors-stay-flat
    leave_out 'they measure how long the processor takes' life/many-objects-cost-their-share \
        life/thousands-of-locks-are-freed-though-the-server-is-far life/many-locks-are-freed-though-the-server-is-slow \
        life/thousands-of-objects-free-their-locks-at-the-end lock/many-names-in-one-object-cost-their-share
    # These do not measure leases and waits, for which an emulated processor is too slow.
    [ $# != 0 ] || for chapter in config lock life; do
        set -- "$@" "$root/php-tests/$chapter"
    done
    run_tests "$place/arm64/target/$triple/release/libredis_mutex_lock.so" "$@"
}

# Unpacks Debian's PHP for arm64 with all that it needs. Nothing of it is installed.
install_arm64() {
    ! [ -e "$place/arm64/installed" ] || return 0
    say "unpacking PHP for arm64 into $place/arm64, the log is $log"
    packages qemu-user-static gcc-aarch64-linux-gnu libc6-dev-arm64-cross
    add_rust_target "$triple"
    remove "$place/arm64"
    mkdir -p "$place/arm64/debs" "$place/arm64/root" "$place/arm64/bin"
    find_mirror
    version=$(php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
    (
        apt_apart "$place/arm64/apt" "deb $mirror $release main" 'APT::Architecture "arm64"; APT::Architectures { "arm64"; };'
        cd "$place/arm64/debs"
        # Of the headers, what they depend on is a whole compiler.
        logged apt-get -qq download "php$version-dev"
        logged apt-get -qq -y --no-install-recommends --download-only -o Dir::Cache::archives="$place/arm64/debs" install \
            "php$version-cli" "php$version-sqlite3" "php$version-mbstring" "php$version-intl" php-redis
    )
    for deb in "$place"/arm64/debs/*.deb; do
        logged dpkg-deb -x "$deb" "$place/arm64/root"
    done
    # PHP takes the name by which it is called for the path of itself, and starts more of itself by it. Paths that are
    # in the unpacked packages mean those files.
    cat >"$place/arm64/bin/php" <<END
#!/bin/sh
exec qemu-aarch64-static -L '$place/arm64/root' -0 '$place/arm64/bin/php' '$place/arm64/root/usr/bin/php$version' "\$@"
END
    sed "s|^prefix=.*|prefix='$place/arm64/root/usr'|" "$place/arm64/root/usr/bin/php-config$version" >"$place/arm64/bin/php-config"
    chmod +x "$place/arm64/bin/php" "$place/arm64/bin/php-config"
    touch "$place/arm64/installed"
}
