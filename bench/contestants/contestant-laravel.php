<?php

declare(strict_types=1);

/*
 * Cache::lock() of Laravel: get() and release() with one of the stores of Tests\Laravel. With `forgotten`, Laravel forgets its
 * connections before each pair, as it does between two requests of FPM.
 *     contestant-laravel.php STORE WARM_UP SECONDS kept|forgotten
 */

error_reporting(E_ALL & ~E_DEPRECATED); // Debian's Laravel may be older than its PHP

require __DIR__ . '/../../php-tests/lib/autoload.php';
require __DIR__ . '/contestant.php';

[, $store, $warmUp, $seconds, $connections] = $argv;
$laravel = Tests\Laravel::boot(['cache.prefix' => 'bench_']);
$cache = $laravel->cache($store);
$forgotten = $connections === 'forgotten' ? $laravel->app->make('redis') : null;

compete(static function (float $seconds) use ($cache, $forgotten): int {
    $pairs = 0;
    $end = hrtime(true) + (int) ($seconds * 1e9);
    do {
        for ($i = 0; $i < 16; $i++) {
            $forgotten?->purge('default');
            $lock = $cache->lock('bench', 20);
            if (!$lock->get() || !$lock->release()) {
                throw new RuntimeException('The lock was not free, or was lost.');
            }
        }
        $pairs += 16;
    } while (hrtime(true) < $end);

    return $pairs;
}, (float) $warmUp, (float) $seconds);
