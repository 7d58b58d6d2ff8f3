<?php

declare(strict_types=1);

/*
 * The counters of all workers of this php-fpm as Prometheus reads them. Serve it to your monitor alone, because everybody who
 * sees it learns how busy your locks are. Rules that warn are in alerts.yml.
 */

header('Content-Type: text/plain; version=0.0.4');
['wait_buckets' => $buckets, 'waited_seconds' => $waited, 'since' => $since] = $stats = RedisMutexLock::poolStats();
foreach (array_diff_key($stats, ['wait_buckets' => 0, 'waited_seconds' => 0, 'since' => 0]) as $key => $times) {
    echo "# TYPE redis_mutex_lock_{$key}_total counter\nredis_mutex_lock_{$key}_total $times\n";
}
echo "# TYPE redis_mutex_lock_wait_seconds histogram\n";
$waits = 0;
foreach ($buckets as $longest => $times) {
    $waits += $times; // a bucket of Prometheus has the shorter waits too
    echo "redis_mutex_lock_wait_seconds_bucket{le=\"$longest\"} $waits\n";
}
echo "redis_mutex_lock_wait_seconds_sum $waited\nredis_mutex_lock_wait_seconds_count $waits\n";
echo "# TYPE redis_mutex_lock_since_seconds gauge\nredis_mutex_lock_since_seconds $since\n";
