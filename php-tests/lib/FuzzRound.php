<?php
/*
 * One round, seen from outside: its process, what it reported, and how it ended. Used by Fuzz.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzRound
{
    /** Seconds; a round does next to nothing for longer than one of them. */
    private const LIMIT = 60.0;
    private const SLOWER = 30.0;
    /** Lines before the end that a failure shows. */
    private const TRAIL = 12;
    /** Laps in a quarter of a round of growth, for its figures to mean something. */
    private const LEAST = 2;
    private const MODULES = ['posix'];
    private const VALGRIND = ['valgrind', '--quiet', '--fair-sched=yes', '--error-exitcode=99', '--num-callers=30'];
    /** Else PHP's heap hides what is on it, and the library is gone before its errors are told. */
    private const UNDER_VALGRIND = ['USE_ZEND_ALLOC' => '0', 'ZEND_DONT_UNLOAD_MODULES' => '1'];
    private const JIT = [
        '-d', 'zend_extension=opcache', '-d', 'opcache.enable_cli=1', '-d', 'opcache.jit=tracing',
        '-d', 'opcache.jit_buffer_size=64M',
    ];
    /** Of the fatal errors that the fuzzer asks for. */
    private const EXPECTED = '/^Fatal error: +(Cannot (re)?declare class stdClass.* in .+ on line 1|'
        // After one in the callback of an output buffer.
        . 'PHP Request Shutdown: Cannot use output buffering in output buffering display handlers in Unknown on line 0|'
        . 'Uncaught Tests\\\\FuzzThrow: (at the end|of a deed|of a handler) in .+\nStack trace:\n(#\d+ .*\n)+ +thrown in .+)$/m';

    public readonly int $calls;
    /** @var list<string> what is wrong */
    public readonly array $problems;
    /** @var ?list<int> by how much each figure of FuzzGrowth::look() has grown; null: not measured */
    public readonly ?array $growth;
    /** The last lines of its report. */
    public readonly string $trail;

    public function __construct(FuzzOrder $order, TempDir $dir, float $seconds)
    {
        $log = $dir->file('log');
        @unlink($log);
        @unlink((string) $order->report);
        $process = new Process(self::command($order), $log, $order->valgrind ? self::UNDER_VALGRIND : []);
        $code = $process->wait($seconds + self::LIMIT * ($order->valgrind ? self::SLOWER : 1));
        $process->end();
        $report = (string) @file_get_contents((string) $order->report);
        $this->calls = substr_count("\n$report", "\ncall ");
        preg_match_all('/^wrong (.+)$/m', $report, $wrong);
        $this->problems = [...$wrong[1], ...self::ending($report, $code), ...self::output((string) file_get_contents($log))];
        $this->growth = self::growth($report);
        $this->trail = implode("\n", array_slice(explode("\n", trim($report)), -self::TRAIL));
    }

    /** @return list<string> */
    private static function command(FuzzOrder $order): array
    {
        // Both ways: with the arguments in it a trace keeps objects alive.
        $ignores = crc32((string) $order->round) % 2 === 0;
        $ini = [
            'display_errors' => 'stderr', 'error_reporting' => E_ALL, 'log_errors' => false, 'html_errors' => false,
            'zend.exception_ignore_args' => $ignores, 'redis_mutex_lock.url' => (string) $order->url,
        ];
        // The machine code of its patterns looks at bytes behind the end of texts.
        $ini += $order->valgrind ? ['pcre.jit' => false] : [];
        $php = [PHP_BINARY, ...Extension::arguments($ini, self::MODULES), ...($order->jit ? self::JIT : [])];

        $script = dirname(__DIR__) . '/fuzz.php';

        return [...($order->valgrind ? self::VALGRIND : []), ...$php, $script, ...$order->arguments()];
    }

    /**
     * From the second quarter of the laps to the last; of each the least, as what is in use for a moment is no growth.
     *
     * @return ?list<int>
     */
    private static function growth(string $report): ?array
    {
        preg_match_all('/^lap (\d+) (\d+) (\d+) (\d+)$/m', $report, $laps);
        $quarter = intdiv(count($laps[0]), 4);
        if ($quarter < self::LEAST) {
            return null;
        }

        // What leaks grows in each quarter; a table that becomes twice as large grows once.
        return array_map(static function (array $figures) use ($quarter): int {
            $least = array_map(min(...), array_slice(array_chunk($figures, $quarter), 1, 3));

            return 2 * min($least[1] - $least[0], $least[2] - $least[1]);
        }, array_slice($laps, 1));
    }

    /** @return list<string> */
    private static function ending(string $report, ?int $code): array
    {
        preg_match_all('/^code (\d+)$/m', $report, $codes);
        $expected = (int) (end($codes[1]) ?: 0);

        return match (true) {
            $code === $expected => [],
            $code === null => ['it did not come to its end'],
            default => ["it ended with code $code instead of $expected"],
        };
    }

    /** @return list<string> */
    private static function output(string $log): array
    {
        $rest = trim((string) preg_replace(self::EXPECTED, '', $log));

        return $rest === '' ? [] : ["it printed:\n" . substr($rest, 0, 20_000)];
    }
}
