<?php

declare(strict_types=1);

/** The turns that the processes of a crew took. A turn that was waited for until the end of the scene is one of them. */
final class Turns
{
    /**
     * @param non-empty-list<list<array{called: int, locked: int, unlocking: int, names: string}>> $byProcess in nanoseconds; a call that
     *     timed out has 0 for both of the last two times
     * @param int $end of the scene
     */
    public function __construct(public readonly array $byProcess, private readonly int $end, private readonly float $seconds)
    {
    }

    /** @param list<string> $lines what the processes have printed */
    public static function of(array $lines, int $end, float $seconds): self
    {
        $read = static function (string $word): array {
            [$called, $locked, $unlocking, $names] = explode('/', $word);

            return ['called' => (int) $called, 'locked' => (int) $locked, 'unlocking' => (int) $unlocking, 'names' => $names];
        };

        $words = static fn (string $line): array => preg_split('/ /', $line, -1, PREG_SPLIT_NO_EMPTY);

        return new self(array_map(static fn (string $line) => array_map($read, $words($line)), $lines), $end, $seconds);
    }

    /** Returns the turns that began before the end, of all processes. */
    public function perSecond(int $atLeast = 0): float
    {
        return max($atLeast, array_sum($this->counts())) / $this->seconds;
    }

    /** Returns the turns of the process that had the fewest, as a share of those of the one with the most. */
    public function evenness(): float
    {
        return min($this->counts()) / max(1, ...$this->counts());
    }

    /** @return list<float> seconds from the call of lock to its return, of all turns */
    public function waits(): array
    {
        return array_map(static fn (array $turn) => ($turn['locked'] - $turn['called']) / 1e9, $this->all());
    }

    /** @return list<float> seconds for which the lock was held, of all turns */
    public function sections(): array
    {
        return array_map(static fn (array $turn) => ($turn['unlocking'] - $turn['locked']) / 1e9, $this->all());
    }

    /** Returns how many calls timed out. */
    public function timeouts(): int
    {
        return count(array_merge(...$this->byProcess)) - count($this->all());
    }

    /** @return list<array{called: int, locked: int, unlocking: int, names: string}> the turns of all processes */
    public function all(): array
    {
        return array_values(array_filter(array_merge(...$this->byProcess), static fn (array $turn) => $turn['locked'] !== 0));
    }

    /** @return non-empty-list<int> the turns of each process that began before the end */
    private function counts(): array
    {
        $isInTime = fn (array $turn) => $turn['locked'] !== 0 && $turn['locked'] <= $this->end;

        return array_map(static fn (array $turns) => count(array_filter($turns, $isInTime)), $this->byProcess);
    }
}
