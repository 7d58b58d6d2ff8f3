<?php

declare(strict_types=1);

namespace App;

use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Redis;

/** The slow page of examples/cache-stampede.php, which only one request makes again, for the route and the command. */
final class Statistics
{
    public function show(): string
    {
        // A lock and a value of the cache must not have the same name, because they would be the same key in Redis.
        return Cache::get('stats') ?? Cache::lock('lock:stats', 20)->block(10, fn (): string => $this->remember());
    }

    /** remember() looks into the cache first, so a request that waited finds the page and runs no query. */
    private function remember(): string
    {
        return Cache::remember('stats', 60, fn (): string => slow_query(Redis::connection()->client()));
    }
}
