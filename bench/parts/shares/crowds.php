<?php

declare(strict_types=1);

use Tests\RedisServer;

/** Readers behind a writer, and the seconds in which all of them have to be in. */
const CROWDS = [16 => 0.005, 128 => 0.02];
/** Microseconds for which a reader stays: nobody leaves before all are in. */
const STAY_OF_A_CROWD = 50_000;

/**
 * A writer releases the lock, behind which many readers wait: when is the last one in?
 *
 * @param list<string> $command of one process
 */
function measure_crowds(Run $run, RedisServer $server, array $command): void
{
    $sizes = $run->quick ? [16] : array_keys(CROWDS);
    $contention = new Contention($command, max($sizes) + 1);
    $watch = new Redis();
    $watch->connect('127.0.0.1', $server->plainPort);
    $contestants = array_filter(READING_CONTESTANTS, static fn (array $locks) => $locks[2] === null || Library::isHere($locks[2]));
    $took = [];
    try {
        $arrivals = new Arrivals($contention, $watch);
        foreach ($contestants as [$reading, $writing]) {
            array_map($contention->greet(...), [$reading, $writing]);
        }
        foreach ($sizes as $size) {
            $took[$size] = in_turns($run->rounds, array_map(
                static fn (array $locks) => static fn () => crowd_is_in($run, $arrivals, $size, $locks[0], $locks[1]),
                $contestants,
            ));
        }
    } finally {
        $contention->stop();
        $watch->close();
    }
    foreach (CROWDS as $size => $target) {
        foreach (array_keys(READING_CONTESTANTS) as $contestant) {
            $run->results->set("shares.crowd.$contestant.$size", $took[$size][$contestant] ?? null, Figure::TIME);
        }
        $perSecond = array_map(durations(...), $took[$size] ?? []);
        $run->results->compare("shares.crowd.$size", 'symfony', $perSecond['mutex'] ?? null, $perSecond['symfony'] ?? null, [
            'en' => "$size readers that a writer lets in", 'zh-CN' => "写者释放之后 {$size} 个读者全部进入",
        ]);
        $run->targets->atMost($target, "shares.crowd.mutex.$size", "s until $size readers are in behind a writer");
    }
}

/** Returns the seconds from the call of unlock by the writer until the last reader is in: the median of some crowds. */
function crowd_is_in(Run $run, Arrivals $arrivals, int $size, string $reading, string $writing): float
{
    $took = [];
    // Readers that sleep in Redis come to rest soon, so there is time for more crowds of them.
    for ($crowds = $arrivals->sleepsInRedis($reading, $writing) ? $run->count(5, 1) : 1; $crowds > 0; $crowds--) {
        [[, $unlocking]] = $turns = $arrivals->turns($writing, $reading, $size, STAY_OF_A_CROWD);
        $took[] = (max(array_column(array_slice($turns, 1), 0)) - $unlocking) / 1e9;
    }

    return median($took);
}
