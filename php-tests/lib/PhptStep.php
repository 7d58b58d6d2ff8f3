<?php
/*
 * The PHP side of the suite: PHP's own run-tests.php runs the phpt files, many at once. Used by run.php.
 */

declare(strict_types=1);

namespace Tests;

final class PhptStep
{
    /**
     * Most tests wait for a lease or a deadline, so a core carries several. With three of them the tests of many fibers and of many
     * processes kept each other from the processors for up to ten seconds on a machine whose host is busy, which is longer than a
     * test waits for an answer.
     */
    private const WORKERS_PER_CORE = 2;
    /** The environment variable with another number, for a PHP whose processes compute more than they wait. */
    private const WORKERS = 'WORKERS_PER_CORE';
    /** More workers gain nothing: the longest tests decide how long the whole takes. */
    private const MOST_WORKERS = 30;

    /** Names a file of tests that do not run, a path in each line. */
    private const LEFT_OUT = 'LEFT_OUT';
    /** Bytes of what a failed test says behind its name. */
    private const LONGEST_REASON = 300;

    public function __construct(private readonly Tally $tally, private readonly string $root)
    {
    }

    /**
     * @param list<string> $paths files or folders
     * @param array<string, string> $env
     * @param bool $plain whether the plain pass runs, and $tls whether the TLS pass runs
     */
    public function run(array $paths, array $env, bool $plain = true, bool $tls = true): void
    {
        echo '== phpt ' . implode(' ', $paths) . "\n";
        $files = $this->files($paths);
        if ($files === []) {
            $this->tally->failed('phpt: no test found in ' . implode(' ', $paths));

            return;
        }
        if (intdiv((int) self::config('--vernum'), 100) !== intdiv(PHP_VERSION_ID, 100)) {
            throw new Failure('php is ' . PHP_VERSION . ', but php-config belongs to ' . self::config('--version'));
        }
        $dir = new TempDir();
        // Without a plain pass the caller wants TLS, so no choice is made.
        $seed = $plain ? TlsPass::seed() : null;
        $overTls = $tls ? $this->overTls($files, $paths, $seed) : [];
        $copy = new PhptCopy($this->root, $plain ? $files : [], $overTls);
        if ($copy->names() === []) {
            $this->tally->failed('phpt: none of these tests runs over TLS: ' . implode(' ', $paths));

            return;
        }
        if ($tls) {
            echo TlsPass::report($files, $overTls, $seed, $this->root);
            foreach (TlsPass::unknown($this->root) as $name) {
                $this->tally->failed("lib/TlsPass.php: there is no test $name");
            }
        }
        $command = [
            PHP_BINARY, '-n', self::runner(), '-n', '-q', '-j' . self::workers(), '--set-timeout', '300', '--show-diff',
            // Without this, run-tests.php gives each worker 33 neighbours at a time, which may all be slow. Shuffled: 5.
            '--shuffle',
            '--no-progress', ...(stream_isatty(STDOUT) ? [] : ['--no-color']),
            '-W', $dir->file('results'),
            '-d', 'extension_dir=' . self::config('--extension-dir'),
            '-d', 'extension=' . Extension::path(), ...Extension::settings(), ...Swoole::arguments(),
            '-d', 'auto_prepend_file=' . __DIR__ . '/phpt.php',
            '-d', 'log_errors=1', '-d', 'error_log=' . $dir->file('errors'),
            ...array_keys($copy->names()),
        ];
        Laravels::prepare($files);
        Symfonies::prepare($files);
        $sets = new SharedSets($plain ? $files : [], $overTls);
        $run = Command::show($command, $env + $sets->environment() + ['TEST_PHP_SRCDIR' => $copy->root] + self::withoutOptions() + [
            'REDIS_MUTEX_LOCK_SO' => Extension::path(),
            'NO_INTERACTION' => '1',
        ]);
        [$results, $errors] = [$dir->read('results'), $dir->read('errors')];
        $this->count($copy, $results, $errors, $run->code);
        $this->tellWhatWasRepeated($copy, $results, $errors);
    }

    /**
     * Returns the tests of the TLS pass: those that the caller names, and of the folders those that the seed chooses.
     *
     * @param list<string> $files
     * @param list<string> $paths
     * @return list<string>
     */
    private function overTls(array $files, array $paths, ?int $seed): array
    {
        $able = TlsPass::of($files, $this->root);
        $named = array_intersect($able, array_map(realpath(...), $paths));

        return array_values(array_unique([...$named, ...TlsPass::chosen($able, $seed, $this->root)]));
    }

    private static function workers(): int
    {
        $perCore = (int) getenv(self::WORKERS) ?: self::WORKERS_PER_CORE;

        return min(self::MOST_WORKERS, $perCore * max(1, (int) shell_exec('nproc')));
    }

    /** run-tests.php repeats a failed test that sleeps or measures time, and does not tell why it had failed. */
    private function tellWhatWasRepeated(PhptCopy $copy, string $results, string $errors): void
    {
        preg_match_all('/^WARNED\t(.+)t$/m', $results, $repeated);
        foreach ($repeated[1] as $script) {
            echo "== why {$copy->name("{$script}t")} was repeated\n";
            echo implode(self::errorsOf($script, $errors));
        }
    }

    /** @return list<string> what PHP has logged of a test */
    private static function errorsOf(string $script, string $errors): array
    {
        $isOfIt = static fn (string $error): bool => str_contains($error, $script);

        return array_values(array_filter(preg_split('/^(?=\[)/m', $errors), $isOfIt));
    }

    /** Returns what a failed test said first, in a line. */
    private static function reason(string $script, string $errors): string
    {
        $error = self::errorsOf($script, $errors)[0] ?? null;
        if ($error === null) {
            return '';
        }
        $line = preg_replace(['/^\[[^]]*\] */', '/\s+/'], ['', ' '], $error);

        return ': ' . substr($line, 0, self::LONGEST_REASON);
    }

    private function count(PhptCopy $copy, string $results, string $errors, int $code): void
    {
        preg_match_all('/^([A-Z]+)\t(.+)$/m', $results, $lines, PREG_SET_ORDER);
        $seen = [];
        $failures = 0;
        foreach ($lines as [, $result, $file]) {
            $seen[] = $name = $copy->name($file);
            $failures += in_array($result, ['PASSED', 'SKIPPED'], true) ? 0 : 1;
            $reason = static fn (): string => self::reason(substr($file, 0, -1), $errors);
            match ($result) {
                'PASSED' => $this->tally->passed(),
                'SKIPPED' => $this->tally->skipped($name),
                'FAILED' => $this->tally->failed($name . $reason()),
                // XFAILED, LEAKED, WARNED, BORKED: none of these is a pass.
                default => $this->tally->failed("$name ($result)" . $reason()),
            };
        }
        foreach (array_diff($copy->names(), $seen) as $name) {
            $this->tally->failed("$name (no result)");
            $failures++;
        }
        if ($code !== 0 && $failures === 0) {
            $this->tally->failed("run-tests.php: exit status $code");
        }
    }

    /**
     * @param list<string> $paths
     * @return list<string>
     */
    private function files(array $paths): array
    {
        $files = [];
        foreach ($paths as $path) {
            $real = realpath($path);
            if ($real === false) {
                $this->tally->failed("phpt: $path does not exist");
            } elseif (is_file($real)) {
                $files[] = $real;
            } else {
                $tree = new \RecursiveDirectoryIterator($real, \FilesystemIterator::SKIP_DOTS);
                foreach (new \RecursiveIteratorIterator($tree) as $file) {
                    if ($file->getExtension() === 'phpt') {
                        $files[] = $file->getPathname();
                    }
                }
            }
        }
        $left = array_intersect($files, self::leftOut());
        if ($left !== []) {
            printf("== left out: %d tests\n", count($left));
        }
        $files = array_unique(array_diff($files, $left));
        sort($files);

        return $files;
    }

    /** @return list<string> */
    private static function leftOut(): array
    {
        $list = getenv(self::LEFT_OUT);

        return $list === false ? [] : file($list, FILE_IGNORE_NEW_LINES);
    }

    /** @return array<string, null> options of run-tests.php that the caller's environment may have */
    private static function withoutOptions(): array
    {
        $names = array_filter(
            array_keys(getenv()),
            static fn (string $name): bool => preg_match('/^(TEST_PHP_|SKIP_|TEST_TIMEOUT$)/', $name) === 1,
        );

        return array_fill_keys($names, null);
    }

    private static function runner(): string
    {
        $api = basename(self::config('--extension-dir'));
        $places = [
            "/usr/lib/php/$api/build/run-tests.php",
            self::config('--prefix') . '/lib/php/build/run-tests.php',
        ];
        foreach ($places as $place) {
            if (is_file($place)) {
                return $place;
            }
        }
        throw new Failure('run-tests.php is in none of ' . implode(', ', $places) . ": run 'tools/setup test'");
    }

    private static function config(string $option): string
    {
        return trim((string) shell_exec("php-config $option"));
    }
}
