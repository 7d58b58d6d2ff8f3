<?php
/*
 * The versions of a framework with which a test runs. Two versions cannot be in one process, so a test file starts itself again
 * for each version, all at once. tools/NAME unpacks the versions below target/NAME, and the runner calls it before the tests. If
 * NAME_AUTOLOAD names an autoload file, the tests run with that version alone. Used by Laravels and Symfonies.
 */

declare(strict_types=1);

namespace Tests;

final class Versions
{
    /**
     * @param string $framework as people write it: its tool and its folder have the same name in small letters
     * @param array<int|string, string> $required the Debian release of each version. A test fails if one of these is missing
     * @param string $newest this release moves on: it may have a version that is not for the machine's PHP
     * @param string $try a statement that needs the framework
     * @param list<string> $modules
     */
    public function __construct(
        private readonly string $framework,
        private readonly array $required,
        private readonly string $newest,
        private readonly string $try,
        private readonly array $modules,
    ) {
    }

    /** Names an autoload file in the environment. In a process that each() starts, it is that of its version. */
    public function variable(): string
    {
        return strtoupper($this->framework) . '_AUTOLOAD';
    }

    /** Returns whether this process is one of those that each() starts. */
    public function areInside(): bool
    {
        return getenv($this->own('INSIDE')) === '1';
    }

    /** Runs the test file of this process with each version, all at once. Each run must print `done` and nothing else. */
    public function each(bool $withNewest): void
    {
        $given = getenv($this->variable());
        $autoloads = array_map($this->autoload(...), array_keys($this->required));
        // The runner puts the autoload file of the newest version there, if it can be had and runs with this PHP.
        $newest = getenv($this->own('NEWEST'));
        if ($newest !== false && $withNewest) {
            $autoloads[] = $newest;
        }
        $this->run($_SERVER['SCRIPT_FILENAME'], $given !== false ? [$given] : $autoloads);
    }

    /** The runner calls it before the tests: unpacks what is missing. */
    public function prepare(): void
    {
        $given = getenv($this->variable());
        if ($given !== false) {
            // The tests run in another folder.
            putenv($this->variable() . '=' . (realpath($given) ?: $given));

            return;
        }
        array_map($this->unpack(...), array_keys($this->required));
        $newest = $this->unpack('newest');
        if ($newest !== null && $this->runsHere($newest)) {
            putenv($this->own('NEWEST') . "=$newest");
        } else {
            echo "The newest $this->framework cannot be had or does not run with this PHP: its tests are left out.\n";
        }
    }

    /** Unpacks a version, if it is missing. Returns its autoload file; null: it cannot be had, and the tool has said why. */
    public function unpack(string|int $version): ?string
    {
        $suite = ($this->required + ['newest' => $this->newest])[$version] ?? (string) $version;
        $file = $this->autoload($version);

        return Command::show(['sh', self::top() . "/tools/{$this->name()}", $suite, dirname($file)])->code === 0 ? $file : null;
    }

    public function autoload(string|int $version): string
    {
        return self::top() . "/target/{$this->name()}/$version/autoload.php";
    }

    /** @param list<string> $autoloads */
    private function run(string $script, array $autoloads): void
    {
        $dir = new TempDir();
        $processes = [];
        foreach ($autoloads as $number => $autoload) {
            if (!is_file($autoload)) {
                throw new Failure("there is no $autoload: the runner unpacks it by tools/{$this->name()}");
            }
            $environment = [$this->variable() => $autoload, $this->own('INSIDE') => '1'];
            $processes[] = new Process($this->command($script), $dir->file("$number"), $environment);
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

    /** Whether PHP can read this version: the newest one may need a newer PHP. */
    private function runsHere(string $autoload): bool
    {
        $dir = new TempDir();
        $script = $dir->file('try.php');
        file_put_contents($script, "<?php require \$argv[1]; $this->try echo 'done';");
        $process = new Process([...$this->command($script), $autoload], $dir->file('output'));

        return $process->wait(60) === 0 && $dir->read('output') === 'done';
    }

    /** @return list<string> */
    private function command(string $script): array
    {
        $ini = ['error_reporting' => E_ALL & ~E_DEPRECATED, 'auto_prepend_file' => __DIR__ . '/phpt.php'];

        return [PHP_BINARY, ...Extension::arguments($ini, $this->modules), $script];
    }

    private function name(): string
    {
        return strtolower($this->framework);
    }

    /** A variable of the environment that only this class reads. */
    private function own(string $what): string
    {
        return "REDIS_MUTEX_LOCK_TEST_{$what}_" . strtoupper($this->framework);
    }

    private static function top(): string
    {
        return (string) realpath(__DIR__ . '/../..');
    }
}
