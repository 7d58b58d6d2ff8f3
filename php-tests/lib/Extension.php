<?php
/*
 * The arguments that start a PHP process with the extension under test and without the machine's php.ini. Used by
 * Worker, Fpm and the runner, so that all load the same file in the same way.
 */

declare(strict_types=1);

namespace Tests;

final class Extension
{
    /** Modules that need another one, which must be loaded first, as Debian builds them. */
    private const NEEDED_BY = ['pdo_mysql' => ['mysqlnd', 'pdo'], 'pdo_sqlite' => ['pdo'], 'redis' => ['igbinary']];
    /** If this is set, no process awaits a release, unless its test says so. */
    public const RELEASES_AHEAD = 'REDIS_MUTEX_LOCK_TEST_RELEASES_AHEAD';
    /** Names a library that half of the processes load. */
    private const BESIDE = 'REDIS_MUTEX_LOCK_BESIDE';

    /** The library under test; REDIS_MUTEX_LOCK_SO names another one. */
    public static function path(): string
    {
        return self::existing(getenv('REDIS_MUTEX_LOCK_SO') ?: __DIR__ . '/../../target/release/libredis_mutex_lock.so');
    }

    /** The library of one process. If BESIDE names a former one, chance decides, as while servers are upgraded one by one. */
    private static function ofAProcess(): string
    {
        $beside = (string) getenv(self::BESIDE);

        return $beside !== '' && random_int(0, 1) === 1 ? self::existing($beside) : self::path();
    }

    private static function existing(string $path): string
    {
        $real = realpath($path);
        if ($real === false) {
            throw new Failure("$path does not exist: run 'make build' first");
        }

        return $real;
    }

    /**
     * Arguments of php or php-fpm.
     *
     * @param array<string, string|int|float|bool> $ini
     * @param list<string> $modules modules that distributions ship apart from the binary: redis, posix, sockets, …
     * @return list<string>
     */
    public static function arguments(array $ini = [], array $modules = [], bool $extension = true): array
    {
        $arguments = ['-n', '-d', 'extension_dir=' . ini_get('extension_dir')];
        $needed = array_merge(...array_map(static fn (string $module): array => [...self::NEEDED_BY[$module] ?? [], $module], $modules));
        foreach (array_unique($needed) as $module) {
            // Without a file the module is compiled in, or the code that needs it reports that it is missing.
            if (is_file(ini_get('extension_dir') . "/$module.so")) {
                array_push($arguments, '-d', "extension=$module");
            }
        }
        if ($extension) {
            array_push($arguments, '-d', 'extension=' . self::ofAProcess(), ...self::settings());
        }
        foreach ($ini as $name => $value) {
            $value = is_bool($value) ? (string) (int) $value : (string) $value;
            array_push($arguments, '-d', "$name=\"" . addcslashes($value, '"\\') . '"');
        }

        return $arguments;
    }

    /** Returns whether no process of this run awaits a release. */
    public static function releasesAhead(): bool
    {
        return getenv(self::RELEASES_AHEAD) === '1';
    }

    /** @return list<string> the arguments behind those that load the extension */
    public static function settings(): array
    {
        return self::releasesAhead() ? ['-d', 'redis_mutex_lock.await_release=0'] : [];
    }
}
