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
    /** The runner puts the autoload file of the newest Laravel here, if it can be had and runs with this PHP. */
    private const NEWEST_AUTOLOAD = 'REDIS_MUTEX_LOCK_TEST_NEWEST_LARAVEL';
    /** In this process a test runs with the Laravel of AUTOLOAD. */
    private const INSIDE = 'REDIS_MUTEX_LOCK_TEST_INSIDE_LARAVEL';
    private const TOP = __DIR__ . '/../../';

    /** The Debian release of each version. A test fails if one of these is missing. */
    private const REQUIRED = ['8' => 'bookworm', '10' => 'trixie'];
    /** This release moves on: it may have a Laravel that is not for the machine's PHP. The tests of the package run with it. */
    private const NEWEST = 'forky';
    private const OF_THE_PACKAGE = '/integrations/laravel/';

    public const MODULES = ['intl', 'mbstring', 'pcntl', 'pdo_mysql', 'pdo_sqlite', 'posix', 'redis', 'tokenizer'];

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
        $script = $_SERVER['SCRIPT_FILENAME'];
        $autoloads = array_map(self::autoload(...), array_keys(self::REQUIRED));
        $newest = getenv(self::NEWEST_AUTOLOAD);
        if ($newest !== false && str_contains($script, self::OF_THE_PACKAGE)) {
            $autoloads[] = $newest;
        }
        self::run($script, $given !== false ? [$given] : $autoloads);
    }

    /**
     * Runs a script with each of the autoload files, all at once. Each run must print `done` and nothing else.
     *
     * @param list<string> $autoloads
     */
    private static function run(string $script, array $autoloads): void
    {
        $dir = new TempDir();
        $processes = [];
        foreach ($autoloads as $number => $autoload) {
            if (!is_file($autoload)) {
                throw new Failure("there is no $autoload: the runner unpacks it by tools/laravel");
            }
            $environment = [self::AUTOLOAD => $autoload, self::INSIDE => '1'];
            $processes[] = new Process(self::command($script), $dir->file("$number"), $environment);
        }
        foreach ($processes as $number => $process) {
            $code = $process->wait(240);
            $printed = $dir->read("$number");
            if ($code !== 0 || $printed !== 'done') {
                $ended = $code === null ? 'it did not end' : "exit code $code";
                throw new Failure("with $autoloads[$number]: $ended, and it printed:\n$printed");
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
        $given = getenv(self::AUTOLOAD);
        if ($given !== false) {
            // The tests run in another folder.
            putenv(self::AUTOLOAD . '=' . (realpath($given) ?: $given));
        }
        if ($given !== false || array_filter($files, $need) === []) {
            return;
        }
        array_map(self::unpack(...), array_keys(self::REQUIRED));
        $newest = self::unpack('newest');
        if ($newest !== null && self::runsHere($newest)) {
            putenv(self::NEWEST_AUTOLOAD . "=$newest");
        } else {
            echo "The newest Laravel cannot be had or does not run with this PHP: its tests are left out.\n";
        }
    }

    /** Unpacks a version, if it is missing. Returns its autoload file; null: it cannot be had, and tools/laravel has said why. */
    public static function unpack(string|int $version): ?string
    {
        $suite = (self::REQUIRED + ['newest' => self::NEWEST])[$version];
        $file = self::autoload($version);

        return Command::show(['sh', self::TOP . 'tools/laravel', $suite, dirname($file)])->code === 0 ? $file : null;
    }

    /** Whether PHP can read this Laravel: the newest one may need a newer PHP. */
    private static function runsHere(string $autoload): bool
    {
        $dir = new TempDir();
        $script = $dir->file('try.php');
        file_put_contents($script, '<?php require $argv[1]; new Illuminate\\Foundation\\Application(); echo "done";');
        $process = new Process([...self::command($script), $autoload], $dir->file('output'));

        return $process->wait(60) === 0 && $dir->read('output') === 'done';
    }

    /** @return list<string> */
    private static function command(string $script): array
    {
        $ini = ['error_reporting' => E_ALL & ~E_DEPRECATED, 'auto_prepend_file' => __DIR__ . '/phpt.php'];

        return [PHP_BINARY, ...Extension::arguments($ini, self::MODULES), $script];
    }

    private static function autoload(string|int $version): string
    {
        return realpath(self::TOP) . "/target/laravel/$version/autoload.php";
    }
}
