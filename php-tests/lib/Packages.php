<?php
/*
 * The packages that tools/package makes of the library under test. Nothing is compiled: in place of a build, cargo hands over
 * that library. Used by the tests in php-tests/packaging.
 */

declare(strict_types=1);

namespace Tests;

final class Packages
{
    /** Has cargo build for a release without optimisation, which is quicker. */
    public const QUICK = [
        'CARGO_PROFILE_RELEASE_OPT_LEVEL' => '0',
        'CARGO_PROFILE_RELEASE_LTO' => 'off',
        'CARGO_PROFILE_RELEASE_CODEGEN_UNITS' => '16',
    ];

    private readonly TempDir $dir;

    public function __construct()
    {
        $this->dir = new TempDir();
        $folder = $this->dir->file('crate');
        self::copySources($folder);
        $path = self::pathWithCargo($this->dir->file('bin'));
        Command::mustRun(["$folder/tools/package", self::phpConfig()], ['PATH' => $path, 'SOURCE_DATE_EPOCH' => '1800000000']);
    }

    /** Returns the php-config of the PHP in PATH. */
    public static function phpConfig(): string
    {
        return trim((string) shell_exec('command -v php-config'));
    }

    /** Returns a PATH with a cargo that hands over the library under test, in place of building it. */
    public static function pathWithCargo(string $folder): string
    {
        mkdir($folder);
        $cargo = trim((string) shell_exec('command -v cargo'));
        $library = Extension::path();
        ShellScript::write("$folder/cargo", <<<SH
            [ "\$1" = rustc ] || exec '$cargo' "\$@"
            mkdir -p "\$CARGO_TARGET_DIR/release"
            # A development build has forty megabytes for the debugger.
            strip --strip-debug -o "\$CARGO_TARGET_DIR/release/libredis_mutex_lock.so" '$library'
            SH);

        return "$folder:" . getenv('PATH');
    }

    /** Copies the sources from which packages are made into a new folder. */
    public static function copySources(string $folder): void
    {
        $root = dirname(__DIR__, 2);
        mkdir($folder);
        $files = ['.cargo', '.gitignore', 'Cargo.toml', 'Cargo.lock', 'build.rs', 'src', 'bin', 'tools', 'packaging', 'LICENSE', 'CHANGELOG.md', 'redis_mutex_lock.ini'];
        Command::mustRun(['cp', '-r', ...array_map(static fn (string $file): string => "$root/$file", $files), $folder]);
    }

    /** The path of the only package with this ending. */
    public function file(string $ending): string
    {
        $files = glob($this->dir->file("crate/target/package/*$ending"));
        Check::same(1, count($files), "packages *$ending");

        return $files[0];
    }

    /** The same Debian package once more, as the next version would be: with another version in its name and its library. */
    public function nextDeb(): string
    {
        $folder = $this->dir->file('next');
        Command::mustRun(['dpkg-deb', '-R', $this->file('.deb'), $folder]);
        $control = (string) file_get_contents("$folder/DEBIAN/control");
        file_put_contents("$folder/DEBIAN/control", preg_replace('/^Version: .*/m', 'Version: 9999', $control));
        // The text has the same length, so it fits into the library.
        [$library] = glob("$folder/usr/lib/php/*/redis_mutex_lock.so");
        $bytes = (string) file_get_contents($library);
        file_put_contents($library, str_replace(self::version(), self::nextVersion(), $bytes));
        Command::mustRun(['dpkg-deb', '--build', '-Zgzip', $folder, $this->dir->file('next.deb')]);

        return $this->dir->file('next.deb');
    }

    /** The version of the library under test. */
    public static function version(): string
    {
        return (string) phpversion('redis_mutex_lock');
    }

    /** The version that the library of nextDeb() says. */
    public static function nextVersion(): string
    {
        return '9' . substr(self::version(), 1);
    }
}
