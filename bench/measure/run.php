<?php

declare(strict_types=1);

use Tests\Relay;

/** One run of the benchmark: how long it measures, what it measures with, and where the figures go. */
final class Run
{
    public readonly Results $results;
    public readonly Targets $targets;
    public readonly Trust $trust;
    public readonly Contestants $contestants;
    /** The processor of the clients, and that of the server. */
    public readonly int $clients;
    public readonly int $server;

    /**
     * @param bool $quick a test that the parts work: small counts, and few waiters
     * @param ?string $base the library of another commit, to be compared with this one
     */
    public function __construct(
        public readonly float $seconds,
        public readonly int $rounds,
        public readonly bool $quick,
        public readonly ?string $base,
    ) {
        $this->results = new Results();
        $this->trust = new Trust($rounds, $seconds);
        $this->targets = new Targets($this->results, $this->trust);
        $this->contestants = new Contestants($seconds, warmUp: $quick ? 0.02 : 0.2);
        [$this->clients, $this->server] = two_cpus();
    }

    /** @return list<string> the command, bound to the processor of the clients */
    public function asClient(array $command): array
    {
        return ['taskset', '-c', (string) $this->clients, ...$command];
    }

    /** Returns a Redis on the processor of the server. */
    public function redis(): PrivateRedis
    {
        return new PrivateRedis(['taskset', '-c', (string) $this->server]);
    }

    /**
     * Returns a network with a delay in front of the Redis at this port, on the processor of the server.
     *
     * @param float $roundTrip seconds that a round trip takes longer
     */
    public function network(int $port, float $roundTrip): Relay
    {
        $network = new Relay($port, ['taskset', '-c', (string) $this->server]);
        $network->delay($roundTrip * 1_000 / 2);

        return $network;
    }

    /**
     * Writes down the seconds for one pair of each contestant.
     *
     * @param array<string, list<float>> $rates contestant => pairs a second in each round
     */
    public function setPairs(string $part, array $rates): void
    {
        foreach ($rates as $contestant => $values) {
            $this->results->set("$part.$contestant", durations($values), Figure::TIME);
        }
    }

    /** Prints a figure that is on no page: a comparison with the base. */
    public function report(string $name): void
    {
        $figure = $this->results->figure($name);
        printf("  %s: %.3f (%.3f to %.3f)\n", $name, $figure->median, $figure->low, $figure->high);
    }

    /** Throws unless this library can release without waiting for the answer. */
    public function needsUnawaitedReleases(): void
    {
        try {
            new RedisMutexLock(['host' => '127.0.0.1', 'await_release' => false]);
        } catch (ValueError $e) {
            throw new CannotRun("this library does not know the option 'await_release' ({$e->getMessage()})");
        }
    }

    /** Returns so many, or few in a quick run. */
    public function count(int $usual, int $quick): int
    {
        return $this->quick ? $quick : $usual;
    }
}
