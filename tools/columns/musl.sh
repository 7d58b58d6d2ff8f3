# PHP and the extension with the C library musl, which Alpine has: the column musl. Read by tools/elsewhere.
# shellcheck shell=sh disable=SC2034,SC2154,SC2164

musl() {
    ready=$place/musl-ready
    triple=$(uname -m)-unknown-linux-musl
    if ! [ -e "$ready/done" ]; then
        packages musl-tools linux-libc-dev
        add_rust_target "$triple"
        remove "$ready"
        mkdir -p "$ready/include" "$ready/lib"
        # The headers of the kernel belong to no C library, and musl-gcc does not look where Debian has them.
        ln -s /usr/include/linux /usr/include/asm-generic "/usr/include/$(gcc -print-multiarch)/asm" "$ready/include"
        # Debian's libgcc_s needs glibc. What Rust wants of it for panics is in a library that comes with the target.
        echo "INPUT($(rustc --print target-libdir --target "$triple")/self-contained/libunwind.a)" >"$ready/lib/libgcc_s.so"
        touch "$ready/done"
    fi
    code=$(code_of_machine)
    # Debian has no library for musl, so PHP has no module that needs one. PDO without a driver needs none.
    export CC=musl-gcc
    build_php musl "$code" '--enable-opcache --enable-pdo' --without-valgrind CPPFLAGS="-idirafter $ready/include"
    unset CC
    (
        # Flags of the target join those of .cargo/config.toml, while RUSTFLAGS would take their place. Bindgen reads PHP's
        # headers by those of glibc.
        cc_variable=CC_$(echo "$triple" | tr - _)
        target_variable=CARGO_TARGET_$(echo "$triple" | tr a-z- A-Z_)
        export "$cc_variable=musl-gcc" "${target_variable}_LINKER=musl-gcc" "${target_variable}_RUSTFLAGS=-C link-arg=-L$ready/lib"
        unset RUSTFLAGS
        glibc=$(gcc -dumpmachine)
        export BINDGEN_EXTRA_CLANG_ARGS="--target=$glibc"
        build_extension "$place/musl/target" --target "$triple"
    )
    # The tests of tls/ have Redis itself at the other end. Most of the TLS pass has a proxy, which is written in PHP.
    passes=--plain
    leave_out 'PHP has no OpenSSL there, with which they play a server that speaks TLS' \
        a-seed-chooses-the-tests-of-the-tls-pass event-loops/every-ending-in-every-wait \
        faults/a-long-answer-to-a-small-question-is-refused faults/bytes-that-came-while-it-rested-are-no-reply \
        faults/endless-answers-keep-the-deadline pages/tls-messages-are-as-documented \
        tls/a-connection-at-rest-that-ended-is-not-used tls/a-reply-in-pieces-keeps-the-deadline \
        tls/a-weak-certificate-is-refused tls/records-without-data-leave-a-connection-fresh
    leave_out 'PDO has no driver there, by which they reach a database' recipes pages/examples-run
    # shellcheck disable=SC2046 # one word is one test
    leave_out 'valgrind does not know the allocator of musl' $(tests_with Valgrind)
    leave_out "PHP's JIT crashes there, also without the extension" warnings/every-form-of-a-call
    leave_out 'Laravel needs the module intl, and Debian has no ICU for musl' integrations/laravel demo/laravel-ctrl-c-ends-everything \
        demo/laravel-shows-both-drivers bench/a-tiny-run-says-that-it-is-too-short
    run_tests "$place/musl/target/$triple/release/libredis_mutex_lock.so" "$@"
}
