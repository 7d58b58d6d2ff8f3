<?php
/*
 * A part of the long proof: rounds of one command, each with a seed, until their counts reach a goal. Used by prove.php,
 * ProofSitting, ProofLedger and ProofPage.
 */

declare(strict_types=1);

namespace Tests;

final class ProofPart
{
    /** Seconds of a round of the hammer. A longer history would need more memory than PHP takes without a php.ini. */
    private const ROUND = 60;
    /** The most calls of a round of the fuzzer. */
    private const CALLS = 250_000;
    private const OF_HAMMER = [
        'kills' => '/kills (\d+)/', 'stops' => '/stops (\d+)/', 'flushes' => '/scripts flushed (\d+) times/',
        'cuts' => '/connections cut (\d+) times/', 'failures' => '/servers failed (\d+) times/', 'moves' => '/keys moved (\d+) times/',
    ];

    /**
     * @param \Closure(int, int): list<string> $command of a round, by its seed and by what is left to count
     * @param string $unit what is counted
     * @param string $counted finds the counts of a round in its output
     * @param int $goal so many prove enough
     * @param int $minutes after which no new round begins
     * @param array<string, string> $among what else is counted, and where it stands in the output
     * @param ?string $seedIn the environment variable that tells a round its seed
     * @param array<string, string> $environment of each round
     * @param bool $isSeeded false: a round has no seed, and one round is the whole
     */
    public function __construct(
        public readonly string $name,
        public readonly \Closure $command,
        public readonly string $unit,
        public readonly string $counted,
        public readonly int $goal,
        public readonly int $minutes,
        public readonly array $among = [],
        private readonly ?string $seedIn = null,
        private readonly array $environment = [],
        public readonly bool $isSeeded = true,
    ) {
    }

    /** @return array<string, self> by name, in the order in which they run */
    public static function all(): array
    {
        $parts = [];
        foreach (['server', 'sentinel', 'cluster', 'quorum'] as $target) {
            $command = static fn (int $seed): array => [...self::php('hammer.php'), (string) self::ROUND, "$seed", $target, 'fast'];
            $parts[] = new self("hammer-$target", $command, 'sections', '/^sections (\d+)/m', 250_000, 60, self::OF_HAMMER);
        }
        $command = static fn (int $seed, int $left): array =>
            [...self::php('fuzz.php'), '--calls=' . min($left, self::CALLS), "--seed=$seed"];
        $parts[] = new self('fuzz', $command, 'calls', '/^(\d+) calls in/m', 10_000_000, 90, ['rounds' => '/(\d+) rounds/']);
        // The lap 0 is that of `cargo test`.
        $command = static fn (): array => self::cargo('--release', '--lib', '::runs::', '--', '--nocapture');
        $parts[] = new self('models', $command, 'runs', '/: (\d+) runs, /', 1_000_000, 150, ['events' => '/, (\d+) events, /'], 'MODEL_LAP');
        $command = static fn (): array => self::cargo('--profile', 'dev', '--features', 'shuttle', '--lib', 'schedules', '--', '--nocapture');
        $parts[] = new self('schedules', $command, 'schedules', '/(\d+) schedules$/m', 1_000_000, 45, seedIn: 'SHUTTLE_RANDOM_SEED');
        $command = static fn (): array => [...self::php('run.php'), dirname(__DIR__)];
        $parts[] = new self('tls', $command, 'tests', '/^(\d+) passed, /m', 1, 60, environment: ['TLS_PASS' => 'all'], isSeeded: false);
        $command = static fn (): array => ['sh', dirname(__DIR__, 2) . '/tools/elsewhere', 'asan'];
        $parts[] = new self('asan', $command, 'tests', '/^(\d+) passed, /m', 1, 60, isSeeded: false);

        return array_column($parts, null, 'name');
    }

    /** @return array<string, string> of the round with this seed */
    public function environment(int $seed): array
    {
        return $this->environment + ($this->seedIn === null ? [] : [$this->seedIn => "$seed"]);
    }

    /** @return list<string> */
    private static function php(string $script): array
    {
        return [PHP_BINARY, '-n', dirname(__DIR__) . "/$script"];
    }

    /** @return list<string> */
    private static function cargo(string ...$arguments): array
    {
        return ['cargo', 'test', '--locked', '--quiet', '--manifest-path', dirname(__DIR__, 2) . '/Cargo.toml', ...$arguments];
    }
}
