<?php
/*
 * The versions of Laravel with which a test runs, a process each. Versions says where they come from, and how to test with
 * another one. Used by php-tests/integrations/laravel, PhptStep, the demo and the benchmarks.
 */

declare(strict_types=1);

namespace Tests;

final class Laravels
{
    public const AUTOLOAD = 'LARAVEL_AUTOLOAD';
    private const OF_THE_PACKAGE = '/integrations/laravel/';

    public const MODULES = ['intl', 'mbstring', 'pcntl', 'pdo_mysql', 'pdo_sqlite', 'posix', 'redis', 'tokenizer'];

    /**
     * Calls the test once with each version, each time in a process of its own. The newest one is for the tests of the package.
     *
     * @param \Closure(Laravel): void $test
     */
    public static function each(\Closure $test): void
    {
        $versions = self::versions();
        $versions->areInside() ? $test(Laravel::boot()) : $versions->each(str_contains($_SERVER['SCRIPT_FILENAME'], self::OF_THE_PACKAGE));
    }

    /**
     * The runner calls it before the tests: unpacks what is missing, if one of these files needs a Laravel.
     *
     * @param list<string> $files
     */
    public static function prepare(array $files): void
    {
        $need = static fn (string $file): bool => str_contains((string) file_get_contents($file), 'Laravels::');
        if (array_filter($files, $need) !== []) {
            self::versions()->prepare();
        }
    }

    /** Unpacks a version, if it is missing. Returns its autoload file; null: it cannot be had, and tools/laravel has said why. */
    public static function unpack(string|int $version): ?string
    {
        return self::versions()->unpack($version);
    }

    private static function versions(): Versions
    {
        $required = ['8' => 'bookworm', '10' => 'trixie'];

        return new Versions('Laravel', $required, 'forky', 'new Illuminate\\Foundation\\Application();', self::MODULES);
    }
}
