<?php

declare(strict_types=1);

/*
 * The contestants' ADDRESS is one of these:
 *     127.0.0.1:6379
 *     /path/of/a/unix.sock
 *     tls://127.0.0.1:6380?cafile=/path/of/ca.pem
 * or, for RedisMutexLock alone, a whole URL: redis+cluster://127.0.0.1:7000,127.0.0.1:7001
 */

/** What RedisMutexLock takes. */
function url_of(string $address): string
{
    return match (true) {
        str_contains($address, '://') => $address,
        str_starts_with($address, '/') => "unix://$address",
        default => "redis://$address",
    };
}

/** A new connection of phpredis. */
function connected_phpredis(string $address): Redis
{
    $redis = new Redis();
    $context = [];
    if (str_starts_with($address, 'tls://')) {
        [$address, $query] = explode('?', $address);
        parse_str($query, $stream);
        $context = ['stream' => $stream];
    }
    preg_match('~^(.*?)(?::(\d+))?$~', $address, $parts);
    $redis->connect($parts[1], (int) ($parts[2] ?? 0), 0, null, 0, 0, $context);

    return $redis;
}
