<?php
/*
 * A round that repeats the same operations. After each lap it measures the process, and FuzzRound judges the figures. Used by FuzzPlay.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzGrowth
{
    private const LAP = 300;
    private const LAPS = 40;

    /** @param \Closure(int): void $lap does so many operations */
    public function __construct(private readonly FuzzWorld $world, private readonly \Closure $lap)
    {
    }

    /** Runs laps until the time is over; without an end, so many laps. */
    public function run(?int $until): void
    {
        for ($laps = 0; $until === null ? $laps < self::LAPS : hrtime(true) < $until; $laps++) {
            $this->beginAnew();
            ($this->lap)(self::LAP);
            $this->beginAnew();
            // Written at once and not kept: keeping it would be growth.
            $this->world->report->lap(...self::look());
        }
    }

    /** Drops everything that the lap has made. Only leaks stay. */
    private function beginAnew(): void
    {
        $world = $this->world;
        $world->fibers->drop();
        $world->deeds->forget();
        $world->values->forget();
        $world->pool->drop();
        foreach (ini_get_all('redis_mutex_lock') as $name => ['global_value' => $value]) {
            ini_set($name, $value);
        }
        gc_collect_cycles();
        $world->server->empty();
        $world->random->seed((string) $world->order->round);
        $world->pool->fill();
    }

    /** @return list<int> bytes of the process, bytes of PHP's heap, descriptors, threads */
    private static function look(): array
    {
        $pages = (int) explode(' ', (string) file_get_contents('/proc/self/statm'))[1];

        return [$pages * 4096, memory_get_usage(), count(scandir('/proc/self/fd')), count(scandir('/proc/self/task'))];
    }
}
