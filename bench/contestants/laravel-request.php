<?php

declare(strict_types=1);

/*
 * One request of an application: prints for how many nanoseconds it waited for a free lock and its release. The store of the
 * cache is there already: a request may have it for other reasons.
 */

require __DIR__ . '/../../php-tests/lib/autoload.php';

$laravel = Tests\Laravel::boot(['cache.prefix' => 'bench_']);
$connection = json_decode((string) getenv('BENCH_CONNECTION'), true) + config('database.redis.default');
config(['database.redis.default' => $connection]);
$cache = $laravel->cache($_GET['store']);
$start = hrtime(true);
$lock = $cache->lock('bench', 20);
if (!$lock->get() || !$lock->release()) {
    throw new RuntimeException('The lock was not free, or was lost.');
}
echo hrtime(true) - $start;
