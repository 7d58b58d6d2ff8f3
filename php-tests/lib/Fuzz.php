<?php
/*
 * The fuzzer: rounds of random calls. Each round has a process and a seed of its own, so a crash ends one round only.
 * The last quarter of the time goes to a round that repeats its operations: there memory must not grow. Used by
 * fuzz.php.
 */

declare(strict_types=1);

namespace Tests;

final class Fuzz
{
    /** The share of the time for the round of growth. */
    private const FOR_GROWTH = 0.25;
    /** By how much the process, PHP's heap, its descriptors and its threads may grow by chance. */
    private const MOST = [512 << 10, 8 << 10, 2, 0];
    private const WORDS = ['bytes of the process', "bytes of PHP's heap", 'descriptors', 'threads'];
    /** Seconds after the end of a round in which its neighbour releases its locks. */
    private const NEIGHBOUR = 1.0;
    /** Calls per second. Valgrind makes ten times as many. A run with fewer calls proves nothing. */
    private const LEAST_CALLS_A_SECOND = 20;
    /** After so many failures there is enough to read. */
    private const ENOUGH = 5;

    private readonly RedisServer $server;
    private readonly TempDir $dir;
    private int $calls = 0;
    private int $rounds = 0;
    private int $failures = 0;
    /** @var ?list<int> */
    private ?array $growth = null;

    public function __construct(private readonly FuzzOrder $order)
    {
        $this->server = RedisServer::start();
        $this->dir = new TempDir();
    }

    /** True: nothing was found. */
    public function run(): bool
    {
        $began = hrtime(true);
        if ($this->order->round !== null) {
            $this->round($this->order->round, $this->order->growth, null);
        } else {
            echo "seed {$this->order->seed}\n";
            $this->rounds($began);
        }
        $seconds = (hrtime(true) - $began) / 1e9;
        if ($this->calls < $seconds * self::LEAST_CALLS_A_SECOND) {
            $this->failures++;
            echo "WRONG: only $this->calls calls\n";
        }
        printf("%d calls in %d rounds, %.0f a second; ", $this->calls, $this->rounds, $this->calls / $seconds);
        echo $this->growth === null ? 'growth not measured'
            : vsprintf("growth %d bytes, of PHP's heap %d", $this->growth), "\n";

        return $this->failures === 0;
    }

    private function rounds(int $began): void
    {
        $seconds = $this->order->seconds;
        $mostCalls = $this->order->calls ?? PHP_INT_MAX;
        $end = $seconds === null ? null : $began + (int) ($seconds * 1e9);
        $until = $seconds === null ? null : $end - (int) ($seconds * self::FOR_GROWTH * 1e9);
        do {
            $this->round("{$this->order->seed}.$this->rounds", false, $until);
        } while ($this->goesOn() && hrtime(true) < ($until ?? PHP_INT_MAX) && $this->calls < $mostCalls);
        if ($this->goesOn()) {
            $this->round("{$this->order->seed}.g", true, $end);
        }
    }

    private function goesOn(): bool
    {
        return $this->failures < self::ENOUGH;
    }

    private function round(string $round, bool $growth, ?int $until): void
    {
        $server = $this->server;
        $report = $this->dir->file('report');
        $order = $this->order->round($round, $growth, $server->url(), $server->socket, $report, $until);
        $seconds = $until === null ? 0 : max(0, $until - hrtime(true)) / 1e9;
        $result = new FuzzRound($order, $this->dir, $seconds);
        $this->rounds++;
        $this->calls += $result->calls;
        $problems = [...$result->problems, ...$this->left($round), ...$this->grown($result->growth)];
        if ($problems === []) {
            return;
        }
        $this->failures++;
        $options = $growth ? ' --growth' : '';
        echo "WRONG: round $round (again: php -n php-tests/fuzz.php --round=$round$options)\n";
        foreach (array_count_values($problems) as $problem => $times) {
            echo $times === 1 ? "  $problem\n" : "  $problem ($times times)\n";
        }
        echo "the end of its report:\n", preg_replace('/^/m', '    ', $result->trail), "\n";
    }

    /**
     * The firm locks that are left of objects that release their locks. None may be left, not even after a crash.
     *
     * @return list<string>
     */
    private function left(string $round): array
    {
        $prefix = FuzzWorld::prefix($round);
        $keys = array_map(static fn (string $name): string => $prefix . $name, FuzzNames::firm());
        // A new connection: a round closes all connections now and then.
        $redis = $this->server->client();
        $end = Deadline::in(self::NEIGHBOUR);
        while (true) {
            $left = array_filter($keys, static fn (string $key): bool => $redis->call('EXISTS', $key) === 1);
            if ($left === [] || $end->passed()) {
                break;
            }
            usleep(5_000);
        }
        $redis->call('FLUSHALL');
        $redis->close();

        $tell = static fn (string $key): string => 'a lock is left: ' . FuzzReport::show($key);

        return array_values(array_map($tell, $left));
    }

    /**
     * @param ?list<int> $growth
     * @return list<string>
     */
    private function grown(?array $growth): array
    {
        $this->growth = $growth ?? $this->growth;
        $problems = [];
        foreach ($growth ?? [] as $figure => $by) {
            // Valgrind and sanitizers keep freed memory.
            $isKept = $figure === 0 && ($this->order->valgrind || getenv('USE_ZEND_ALLOC') === '0');
            if ($by > self::MOST[$figure] && !$isKept) {
                $problems[] = "it has grown by $by " . self::WORDS[$figure];
            }
        }

        return $problems;
    }
}
