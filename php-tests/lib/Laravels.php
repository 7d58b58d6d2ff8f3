<?php
/*
 * The versions of Laravel with which a test runs. Two versions cannot be in one process, so a test file starts itself again
 * for each version, all at once. tools/laravel unpacks the versions below target/laravel, and the runner calls it before the
 * tests. If LARAVEL_AUTOLOAD names an autoload file, the tests run with that Laravel alone. Used by
 * php-tests/integrations/laravel and PhptStep.
 */

declare(strict_types=1);

namespace Tests;

final class Laravels
{
    public const AUTOLOAD = 'LARAVEL_AUTOLOAD';
    /** In this process a test runs with the Laravel of AUTOLOAD. */
    private const INSIDE = 'REDIS_MUTEX_LOCK_TEST_INSIDE_LARAVEL';
    private const TOP = __DIR__ . '/../../';

    /** The Debian release of each version. A test fails if one of these is missing. */
    private const REQUIRED = ['8' => 'bookworm', '10' => 'trixie'];
    /** This release moves on: it may have a Laravel that is not for the machine's PHP. Its tests are one file. */
    private const NEWEST = 'forky';

    public const MODULES = ['mbstring', 'tokenizer', 'posix', 'pcntl', 'redis'];

    /**
     * Calls the test once with each version, each time in a process of its own.
     *
     * @param \Closure(Laravel): void $test
     */
    public static function each(\Closure $test): void
    {
        if (getenv(self::INSIDE) === '1') {
            $test(Laravel::boot());

            return;
        }
        $given = getenv(self::AUTOLOAD);
        self::run($_SERVER['SCRIPT_FILENAME'], $given !== false ? [$given] : array_map(self::autoload(...), array_keys(self::REQUIRED)));
    }

    /** The autoload file of the newest Laravel. Null: it could not be had, and the runner has said why. */
    public static function newest(): ?string
    {
        $file = self::autoload('newest');

        return is_file($file) ? $file : null;
    }

    /**
     * Runs a test file with each of these autoload files. The file must print what its section EXPECT says.
     *
     * @param list<string> $autoloads
     */
    public static function run(string $script, array $autoloads, string $expected = 'done'): void
    {
        $dir = new TempDir();
        $processes = [];
        foreach ($autoloads as $number => $autoload) {
            if (!is_file($autoload)) {
                throw new Failure("there is no $autoload: the runner unpacks it by tools/laravel");
            }
            $command = [PHP_BINARY, ...Extension::arguments(['error_reporting' => E_ALL & ~E_DEPRECATED], self::MODULES), $script];
            $environment = [self::AUTOLOAD => $autoload, self::INSIDE => '1'];
            $processes[] = new Process($command, $dir->file("$number"), $environment);
        }
        foreach ($processes as $number => $process) {
            $code = $process->wait(240);
            $printed = $dir->read("$number");
            if ($code !== 0 || $printed !== $expected) {
                throw new Failure("with $autoloads[$number]: exit code " . var_export($code, true) . ", and it printed:\n$printed");
            }
        }
    }

    /**
     * The runner calls it before the tests: unpacks what is missing, if one of these files needs a Laravel.
     *
     * @param list<string> $files
     */
    public static function prepare(array $files): void
    {
        $need = static fn (string $file): bool => str_contains((string) file_get_contents($file), 'Laravels::');
        if (getenv(self::AUTOLOAD) !== false || array_filter($files, $need) === []) {
            return;
        }
        foreach (self::REQUIRED + ['newest' => self::NEWEST] as $version => $suite) {
            $command = ['sh', self::TOP . 'tools/laravel', $suite, dirname(self::autoload((string) $version))];
            if (Command::show($command)->code !== 0 && $version === 'newest') {
                echo "The tests run without the newest Laravel.\n";
            }
        }
    }

    private static function autoload(string|int $version): string
    {
        return realpath(self::TOP) . "/target/laravel/$version/autoload.php";
    }
}
