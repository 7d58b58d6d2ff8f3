# A PHP that is built from its source, with the extension redis, and the columns php-X.Y. Read by tools/elsewhere.
# shellcheck shell=sh disable=SC2034,SC2154,SC2164

# Unpacks the source that a release of Debian has of a package: fetch_source PACKAGE [RELEASE]
fetch_source() {
    source=$place/source/$1
    ! [ -e "$source/unpacked" ] || return 0
    say "fetching the source of $1"
    remove "$source"
    mkdir -p "$source/code"
    # The list names the release alone, because a mirror may lack the source of a security update. Debian's changes of
    # the source are not needed.
    find_mirror
    (
        apt_apart "$source/apt" "deb-src $mirror ${2:-$release} main"
        cd "$source"
        logged apt-get -qq source --tar-only --download-only "$1"
        rm -f ./*.asc
        logged tar xf ./*.orig.tar.* -C code
    )
    touch "$source/unpacked"
}

# Prints the folder of the code of a package, the newest one that has a certain file: code_of PACKAGE FILE
# The source of php-redis holds a folder for old PHPs too.
code_of() {
    newest=$(find "$place/source/$1/code" -mindepth 2 -maxdepth 2 -name "$2" | sort -V | tail -n 1)
    dirname "$newest"
}

# The modules of a PHP that the tests and their libraries need. They need libraries of the system.
libraries='libxml2-dev libsqlite3-dev libssl-dev libicu-dev'
modules='--enable-opcache --enable-intl --with-openssl --enable-pdo --with-pdo-sqlite --with-pdo-mysql=mysqlnd --disable-mysqlnd-compression-support'

# Builds a PHP into target/elsewhere/$1/php, unless it is there: build_php FOLDER CODE MODULES [ARGUMENT OF configure …]
# The modules are $modules or fewer. What PHP's programs are linked with, $link says.
build_php() {
    folder=$place/$1
    code=$2
    php=$folder/php
    modules=$3
    shift 3
    wanted="$code $modules $*"
    if [ "$(cat "$folder/built" 2>/dev/null)" != "$wanted" ]; then
        # shellcheck disable=SC2086 # one word is one package
        packages $libraries openssl bison re2c xz-utils pkgconf autoconf g++
        say "building PHP from $code, the log is $log"
        remove "$folder"
        mkdir -p "$folder/build"
        # A snapshot of PHP's repository has no configure yet.
        [ -e "$code/configure" ] || (cd "$code" && logged ./buildconf --force)
        (
            cd "$folder/build"
            # shellcheck disable=SC2086 # one word is one option
            logged "$code/configure" --prefix="$php" --disable-all --disable-cgi --disable-phpdbg --enable-cli \
                --enable-fpm --enable-pcntl --enable-posix --enable-sockets --enable-tokenizer --enable-ctype \
                --enable-filter --enable-session --enable-mbstring --disable-mbregex $modules "$@"
            logged make -j"$(nproc)" EXTRA_LDFLAGS_PROGRAM="${link-}"
            logged make install
        )
        build_phpredis
        echo "$wanted" >"$folder/built"
    fi
    PATH=$php/bin:$PATH
    leave_out 'tools/package makes no .deb for a PHP that is not one of Debian' \
        packaging/a-debian-package-comes-and-goes packaging/an-upgrade-breaks-no-request-of-fpm
}

# Some tests talk to Redis with the extension redis, and one has it write with the extension igbinary. An extension is
# built for one PHP.
build_phpredis() {
    # That of Debian 12 declares a method wrongly, which a debug build refuses, and is too old for PHP 8.5.
    fetch_source php-redis trixie
    fetch_source php-igbinary trixie
    # PHP 8.5 has two headers under their newer names only.
    headers=$("$php/bin/php-config" --include-dir)
    shim=$folder/shim/ext/standard
    mkdir -p "$shim"
    for header in smart_string smart_string_public; do
        [ -e "$headers/ext/standard/php_$header.h" ] || echo "#include \"Zend/zend_$header.h\"" >"$shim/php_$header.h"
    done
    build_shared php-igbinary igbinary CPPFLAGS="-I$folder/shim"
    build_shared php-redis redis CPPFLAGS="-I$folder/shim" --disable-redis-session --enable-redis-igbinary --enable-redis-lzf
}

# Builds an extension for $php and installs it there: build_shared PACKAGE NAME [ARGUMENT OF configure …]
build_shared() {
    say "building the extension $2"
    cp -R "$(code_of "$1" config.m4)" "$folder/$2"
    (
        cd "$folder/$2"
        shift 2
        logged "$php/bin/phpize"
        logged ./configure --with-php-config="$php/bin/php-config" "$@"
        logged make -j"$(nproc)"
        logged make install
    )
}

# Prints the code of this machine's PHP, as its release has it.
code_of_machine() {
    package=php$(php -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
    fetch_source "$package" >&2
    code_of "$package" configure
}

# The columns php-X.Y: php_of_source ARCHIVE [FILE OR FOLDER …]
php_of_source() {
    version=${column#php-}
    case ${1-} in
    *.tar | *.tar.* | *.tgz) [ -e "$1" ] || fail "there is no archive $1" ;;
    *) fail "the column $column needs a source archive of PHP $version, because Debian has none: tools/elsewhere $column php-$version.N.tar.xz" ;;
    esac
    code=$(unpack_archive "$1")
    shift
    found=$(sed -n 's/^#define PHP_VERSION "\(.*\)"$/\1/p' "$code/main/php_version.h")
    case $found in "$version".*) ;; *) fail "the column $column needs the source of a PHP $version, and this is PHP $found" ;; esac
    build_php "$column" "$code" "$modules"
    build_extension "$place/$column/target"
    run_tests "$place/$column/target/release/libredis_mutex_lock.so" "$@"
}

# Unpacks a source archive of PHP, and prints the folder of its code.
unpack_archive() {
    # One folder is in it, such as php-8.3.29.
    top=$(tar tf "$1" | sed -n '1s|/.*||p')
    # Two snapshots of one branch have the same folder in them.
    archive=$place/source/archives/$(sha256sum "$1" | cut -c 1-16)
    code=$archive/$top
    if ! [ -e "$code/unpacked" ]; then
        remove "$archive"
        mkdir -p "$archive"
        tar xf "$1" -C "$archive" || fail "$1 cannot be unpacked"
        [ -e "$code/main/php_version.h" ] || fail "$1 is not the source of a PHP: it has no main/php_version.h"
        touch "$code/unpacked"
    fi
    echo "$code"
}
