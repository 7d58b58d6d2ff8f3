<?php

declare(strict_types=1);

/** A statistics query that takes its time; it counts how often it was run. */
function slow_query(Redis $redis): string
{
    $redis->incr('stats:queries');
    usleep(300_000);

    return 'visitors today: 4,711';
}

/** Every request that finds no cache entry runs the query: all of them at once, when it expires under load. */
function stats_unprotected(Redis $redis): string
{
    $cached = $redis->get('stats');
    if ($cached === false) {
        $cached = slow_query($redis);
        $redis->set('stats', $cached, ['EX' => 60]);
    }

    return $cached;
}

/** One request runs the query, the others wait for its answer. */
function stats_with_lock(Redis $redis, RedisMutexLock $lock): string
{
    $cached = $redis->get('stats');
    if ($cached !== false) {
        return $cached;
    }

    // The second look at the cache, inside the lock, is what saves the waiting ones from running it again.
    return $lock->synchronized('stats', static fn () => stats_unprotected($redis), timeout: 10, expire: 20);
}
