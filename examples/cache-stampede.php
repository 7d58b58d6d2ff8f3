<?php

declare(strict_types=1);

/** A slow statistics query that counts how often it runs. */
function slow_query(Redis $redis): string
{
    $redis->incr('stats:queries');
    usleep(300_000);

    return 'visitors today: 4,711';
}

/** Every request without a cache entry runs the query, so all run it at once when the entry expires under load. */
function stats_unprotected(Redis $redis): string
{
    $cached = $redis->get('stats');
    if ($cached === false) {
        $cached = slow_query($redis);
        $redis->set('stats', $cached, ['EX' => 60]);
    }

    return $cached;
}

/** One request runs the query, while the others wait for its result. */
function stats_with_lock(Redis $redis, RedisMutexLock $lock): string
{
    $cached = $redis->get('stats');
    if ($cached !== false) {
        return $cached;
    }

    // stats_unprotected() looks at the cache first, so a request that waited finds the result and runs no query.
    return $lock->synchronized('stats', static fn () => stats_unprotected($redis), timeout: 10);
}
