<?php
/*
 * The command line of the fuzzer, or of one round. Used by fuzz.php, Fuzz, FuzzRound and FuzzPlay.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzOrder
{
    private const OPTIONS = ['seconds', 'calls', 'seed', 'round', 'count', 'url', 'socket', 'report', 'until'];
    private const FLAGS = ['growth', 'valgrind', 'jit'];

    /**
     * @param ?float $seconds how long it runs; null: until its calls are made
     * @param ?int $calls how many calls it makes; null: until its time is over
     * @param ?string $round only this round; its seed is this text
     * @param int $count how many operations a round has
     * @param bool $growth a round that repeats its operations and must not grow
     * @param bool $jit with opcache and its compiler
     * @param ?int $until when a round ends, by hrtime()
     * @param ?string $report the file that a round reports to; null: stderr
     */
    public function __construct(
        public readonly ?float $seconds,
        public readonly ?int $calls,
        public readonly int $seed,
        public readonly ?string $round = null,
        public readonly int $count = 1_500,
        public readonly bool $growth = false,
        public readonly bool $valgrind = false,
        public readonly bool $jit = false,
        public readonly ?string $url = null,
        public readonly ?string $socket = null,
        public readonly ?string $report = null,
        public readonly ?int $until = null,
    ) {
    }

    /** @param list<string> $arguments */
    public static function read(array $arguments): self
    {
        $given = [];
        foreach ($arguments as $argument) {
            preg_match('/^--(\w+)(?:=(.+))?$/', $argument, $found) === 1 || self::refuse($argument);
            [, $name, $value] = $found + [2 => null];
            in_array($name, $value === null ? self::FLAGS : self::OPTIONS, true) || self::refuse($argument);
            $given[$name] = $value ?? true;
        }
        $seconds = isset($given['seconds']) ? (float) $given['seconds'] : null;
        $calls = isset($given['calls']) ? (int) $given['calls'] : null;
        if ($seconds === null && $calls === null) {
            $seconds = 10.0;
        }

        return new self(
            $seconds === 0.0 ? null : $seconds,
            $calls,
            (int) ($given['seed'] ?? random_int(1, 999_999_999)),
            $given['round'] ?? null,
            (int) ($given['count'] ?? 1_500),
            isset($given['growth']),
            isset($given['valgrind']),
            isset($given['jit']),
            $given['url'] ?? null,
            $given['socket'] ?? null,
            $given['report'] ?? null,
            isset($given['until']) ? (int) $given['until'] : null,
        );
    }

    /** The order of one round. */
    public function round(string $round, bool $growth, string $url, string $socket, string $report, ?int $until): self
    {
        return new self(
            null, null, 0, $round, $this->count, $growth, $this->valgrind, $this->jit, $url, $socket, $report, $until,
        );
    }

    /** @return list<string> arguments from which read() makes the same order */
    public function arguments(): array
    {
        $all = [
            'round' => $this->round, 'count' => $this->count, 'url' => $this->url, 'socket' => $this->socket,
            'report' => $this->report, 'until' => $this->until,
        ];
        $arguments = [];
        foreach (array_filter($all, static fn ($value): bool => $value !== null) as $name => $value) {
            $arguments[] = "--$name=$value";
        }

        return [...$arguments, ...($this->growth ? ['--growth'] : [])];
    }

    private static function refuse(string $argument): never
    {
        fwrite(STDERR, "what is $argument?\n");
        exit(2);
    }
}
