<?php
/*
 * One round as seen from outside: its process, its report, and its end. Used by Fuzz.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzRound
{
    /** Seconds after which a round hangs: hardly any operation takes longer than one second. */
    private const LIMIT = 60.0;
    private const SLOWER = 30.0;
    /** How many of the last lines a failure shows. */
    private const TRAIL = 12;
    private const MODULES = ['posix'];
    private const VALGRIND = ['valgrind', '--quiet', '--fair-sched=yes', '--error-exitcode=99', '--num-callers=30'];
    /** Without these, PHP's heap hides its blocks, and the library is unloaded before its errors are printed. */
    private const UNDER_VALGRIND = ['USE_ZEND_ALLOC' => '0', 'ZEND_DONT_UNLOAD_MODULES' => '1'];
    private const JIT = [
        '-d', 'zend_extension=opcache', '-d', 'opcache.enable_cli=1', '-d', 'opcache.jit=tracing',
        '-d', 'opcache.jit_buffer_size=64M',
    ];
    /** Messages of the errors that the fuzzer causes. A signal may come before its handler of errors has set itself again. */
    private const EXPECTED = '/^(Warning: of a deed in .+|Fatal error: +(Cannot (re)?declare class stdClass.* in .+ on line 1|'
        // After a fatal error in the callback of an output buffer.
        . 'PHP Request Shutdown: Cannot use output buffering in output buffering display handlers in Unknown on line 0|'
        . 'Uncaught Tests\\\\FuzzThrow: (at the end|of a deed|of a handler) in .+\nStack trace:\n(#\d+ .*\n)+ +thrown in .+))$/m';

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
        // Both ways: a trace with arguments keeps objects alive.
        $ignores = crc32((string) $order->round) % 2 === 0;
        $ini = [
            'display_errors' => 'stderr', 'error_reporting' => E_ALL, 'log_errors' => false, 'html_errors' => false,
            'zend.exception_ignore_args' => $ignores, 'redis_mutex_lock.url' => (string) $order->url,
            // Since PHP 8.5, a fatal error prints its trace too, and the fuzzer causes fatal errors.
            'fatal_error_backtraces' => false,
        ];
        // The machine code of patterns reads bytes behind the end of a text.
        $ini += $order->valgrind ? ['pcre.jit' => false] : [];
        $php = [PHP_BINARY, ...Extension::arguments($ini, self::MODULES), ...($order->jit ? self::JIT : [])];

        $script = dirname(__DIR__) . '/fuzz.php';

        return [...($order->valgrind ? self::VALGRIND : []), ...$php, $script, ...$order->arguments()];
    }

    /**
     * The growth in half of the laps, at the pace of that eighth in which it was slowest. The first eighth does not count, and
     * of each other one the least figure does: memory that is in use for a moment is no growth.
     *
     * @return ?list<int>
     */
    private static function growth(string $report): ?array
    {
        preg_match_all('/^lap (\d+) (\d+) (\d+) (\d+)$/m', $report, $laps);
        $eighth = intdiv(count($laps[0]), 8);
        if ($eighth === 0) {
            return null;
        }

        // A leak grows in each eighth. A table that doubles its size grows once, and the number of idle connections, which is that
        // of the commands that were ever under way at once, grows a few times on a busy machine.
        return array_map(static function (array $figures) use ($eighth): int {
            $least = array_map(min(...), array_slice(array_chunk($figures, $eighth), 1, 7));
            $steps = array_map(static fn (int $from, int $to): int => $to - $from, array_slice($least, 0, -1), array_slice($least, 1));

            return 4 * min($steps);
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
