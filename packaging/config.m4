dnl phpize makes a configure script of this file. PIE runs it, and so does everybody who installs from source in PHP's way.
dnl
dnl There is no C here: cargo builds the extension. This file finds cargo, and decides where the library is built, so that
dnl each PHP has a folder of its own. Otherwise the library of one PHP would be installed for another one.

PHP_ARG_ENABLE([redis_mutex_lock],
  [whether to enable redis_mutex_lock],
  [AS_HELP_STRING([--disable-redis_mutex_lock], [Do not build redis_mutex_lock])],
  [yes])
PHP_ARG_WITH([cargo],
  [which cargo builds it],
  [AS_HELP_STRING([--with-cargo=PATH], [The cargo of Rust 1.88 or newer; otherwise that in PATH or in ~/.cargo/bin])],
  [no], [no])

if test "$PHP_REDIS_MUTEX_LOCK" != no; then
  RML_CRATE=$(cd "$abs_srcdir/.." && pwd -P)
  rml_wanted=$PHP_CARGO
  test "$rml_wanted" != yes || rml_wanted=no
  RML_CARGO=
  rml_seen=none
  for rml_try in "$rml_wanted" "$(command -v cargo)" "${CARGO_HOME:-$HOME/.cargo}/bin/cargo"; do
    if test -x "$rml_try" && test -z "$RML_CARGO"; then
      rml_version=$("$rml_try" --version 2>/dev/null | sed -n 's/^cargo \([[0-9]]*\.[[0-9]]*\).*/\1/p')
      dnl 1.88 as 1088, so that the numbers compare as numbers.
      rml_number=$(echo "${rml_version:-0.0}" | awk -F. '{ print $1 * 1000 + $2 }')
      if test "$rml_number" -ge 1088; then
        RML_CARGO=$(cd "$(dirname "$rml_try")" && pwd)/$(basename "$rml_try")
      elif test "$rml_seen" = none; then
        rml_seen="${rml_version:-one without a version} ($rml_try)"
      fi
    fi
    dnl What was asked for by name is not replaced by another one.
    if test "$rml_wanted" != no; then break; fi
  done
  AC_MSG_CHECKING([for cargo 1.88 or newer])
  if test -z "$RML_CARGO"; then
    AC_MSG_RESULT([$rml_seen])
    AC_MSG_ERROR([cargo 1.88 or newer is needed, found: $rml_seen. Install Rust with rustup, or run 'rustup update stable', or name a cargo: --with-cargo=PATH])
  fi
  AC_MSG_RESULT([$RML_CARGO])

  dnl The Makefile gets PATH-independent programs, because make may run with another PATH.
  RML_PHP_CONFIG=$(command -v "$PHP_CONFIG")
  RML_PHP_CONFIG=$(cd "$(dirname "$RML_PHP_CONFIG")" && pwd)/$(basename "$RML_PHP_CONFIG")
  RML_PHP=$("$RML_PHP_CONFIG" --php-binary)
  if test ! -x "$RML_PHP"; then
    AC_MSG_ERROR(['$RML_PHP_CONFIG --php-binary' names no program: install the package php-cli of this PHP])
  fi
  dnl In Fedora and Alpine, the folder of the extensions has one name for NTS and ZTS.
  RML_TARGET=$RML_CRATE/target/$("$RML_PHP" -n -r 'echo "php-", PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, PHP_ZTS ? "-zts" : "", PHP_DEBUG ? "-debug" : "";')-$(basename "$("$RML_PHP_CONFIG" --extension-dir)")
  PHP_SUBST([RML_CARGO])
  PHP_SUBST([RML_CRATE])
  PHP_SUBST([RML_PHP])
  PHP_SUBST([RML_PHP_CONFIG])
  PHP_SUBST([RML_TARGET])
  PHP_MODULES="\$(phplibdir)/redis_mutex_lock.la"
  PHP_ADD_MAKEFILE_FRAGMENT([$abs_srcdir/Makefile.frag], [$abs_srcdir], [$abs_builddir])
fi
