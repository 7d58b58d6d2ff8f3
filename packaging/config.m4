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
  rml_crate=$(cd "$abs_srcdir/.." && pwd -P)
  rml_wanted=$PHP_CARGO
  test "$rml_wanted" != yes || rml_wanted=no
  rml_cargo=
  rml_seen=none
  for rml_try in "$rml_wanted" "$(command -v cargo)" "${CARGO_HOME:-$HOME/.cargo}/bin/cargo"; do
    if test -x "$rml_try" && test -z "$rml_cargo"; then
      rml_version=$("$rml_try" --version 2>/dev/null | sed -n 's/^cargo \([[0-9]]*\.[[0-9]]*\).*/\1/p')
      dnl 1.88 as 1088, so that the numbers compare as numbers.
      rml_number=$(echo "${rml_version:-0.0}" | awk -F. '{ print $1 * 1000 + $2 }')
      if test "$rml_number" -ge 1088; then
        rml_cargo=$(cd "$(dirname "$rml_try")" && pwd)/$(basename "$rml_try")
      elif test "$rml_seen" = none; then
        rml_seen="${rml_version:-one without a version} ($rml_try)"
      fi
    fi
    dnl What was asked for by name is not replaced by another one.
    if test "$rml_wanted" != no; then break; fi
  done
  AC_MSG_CHECKING([for cargo 1.88 or newer])
  if test -z "$rml_cargo"; then
    AC_MSG_RESULT([$rml_seen])
    AC_MSG_ERROR([cargo 1.88 or newer is needed, found: $rml_seen. Install Rust with rustup, or run 'rustup update stable', or name a cargo: --with-cargo=PATH])
  fi
  AC_MSG_RESULT([$rml_cargo])

  dnl The Makefile gets PATH-independent programs, because make may run with another PATH.
  rml_php_config=$(command -v "$PHP_CONFIG")
  rml_php_config=$(cd "$(dirname "$rml_php_config")" && pwd)/$(basename "$rml_php_config")
  rml_php=$("$rml_php_config" --php-binary)
  rml_target=$rml_crate/target/php-$("$rml_php_config" --version | cut -d. -f1,2)-$(basename "$("$rml_php_config" --extension-dir)")
  if test ! -x "$rml_php"; then
    AC_MSG_ERROR(['$rml_php_config --php-binary' names no program: install the package php-cli of this PHP])
  fi
  RML_CARGO=$rml_cargo
  RML_CRATE=$rml_crate
  RML_PHP=$rml_php
  RML_PHP_CONFIG=$rml_php_config
  RML_TARGET=$rml_target
  PHP_SUBST([RML_CARGO])
  PHP_SUBST([RML_CRATE])
  PHP_SUBST([RML_PHP])
  PHP_SUBST([RML_PHP_CONFIG])
  PHP_SUBST([RML_TARGET])
  PHP_MODULES="\$(phplibdir)/redis_mutex_lock.la"
  PHP_ADD_MAKEFILE_FRAGMENT([$abs_srcdir/Makefile.frag], [$abs_srcdir], [$abs_builddir])
fi
