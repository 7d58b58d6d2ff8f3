<?php

declare(strict_types=1);

use Tests\Cleanup;
use Tests\RedisServer;

/** A Redis, and processes that queue for locks in it: those of this library, of the other libraries, and of the base. */
final class Queues
{
    public readonly RedisServer $server;
    public readonly Redis $watch;
    public readonly Contention $contention;
    /** @var list<Contention> */
    private array $pools = [];
    /** @var array<string, array{Arrivals, string}> contestant => its processes, and its name for them */
    private array $lines = [];

    /** @param int $size how many processes each has; @param list<string> $peers */
    public function __construct(Run $run, int $size, array $peers = [])
    {
        Cleanup::whenInterrupted();
        $this->server = RedisServer::start(['server_cpulist' => $run->server]);
        lead_laravel_to($this->server);
        $this->watch = new Redis();
        $this->watch->connect('127.0.0.1', $this->server->plainPort);
        $this->contention = $this->processes($run, $run->contestants, $size);
        $arrivals = new Arrivals($this->contention, $this->watch);
        foreach (['mutex', ...$peers] as $contestant) {
            $this->contention->greet($contestant);
            $this->lines[$contestant] = [$arrivals, $contestant];
        }
        if ($run->base !== null) {
            $others = $this->processes($run, $run->contestants->with($run->base), $size);
            $others->greet('mutex');
            $this->lines['base'] = [new Arrivals($others, $this->watch), 'mutex'];
        }
    }

    /** @return list<string> `mutex`, the peers, and `base` if there is one */
    public function contestants(): array
    {
        return array_keys($this->lines);
    }

    public function run(string $contestant, int $waiters, float $hold = 0): ArrivalOrder
    {
        [$arrivals, $name] = $this->lines[$contestant];

        return $arrivals->run($name, $waiters, $hold);
    }

    public function killed(string $contestant): float
    {
        [$arrivals, $name] = $this->lines[$contestant];

        return $arrivals->killed($name);
    }

    public function sleepsInRedis(string $contestant): bool
    {
        [$arrivals, $name] = $this->lines[$contestant];

        return $arrivals->sleepsInRedis($name);
    }

    /** Returns the seconds of a PING by the same processes that wait, one after the other: each sleeps before it, as a waiter does. */
    public function ping(int $waiters): float
    {
        $took = [];
        for ($member = 1; $member <= $waiters; $member++) {
            $this->contention->tell($member, 'ping', Arrivals::SECTION, max(2, intdiv(60, $waiters)));
            array_push($took, ...explode(' ', $this->contention->hear($member)));
        }

        return median(array_map(floatval(...), $took)) / 1e9;
    }

    public function stop(): void
    {
        foreach ($this->pools as $pool) {
            $pool->stop();
        }
        $this->watch->close();
        $this->server->stop();
    }

    private function processes(Run $run, Contestants $contestants, int $size): Contention
    {
        return $this->pools[] = new Contention($run->asClient($contestants->waiter($this->server->plainPort)), $size);
    }
}
