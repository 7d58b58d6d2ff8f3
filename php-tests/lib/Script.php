<?php

declare(strict_types=1);

namespace Tests;

/**
 * A Lua script as the extension sends it: its own file behind those that stand before it. Used by
 * php-tests/scripts, where the lock KEY has the companions KEY:f (fence) and KEY:q (queue).
 */
final class Script
{
    private const BEFORE = [
        'acquire' => ['owner', 'grant', 'queue'],
        'adopt' => ['owner', 'grant'],
        'expire' => ['owner'],
        'release' => ['owner', 'queue'],
        'renew' => ['owner', 'grant'],
    ];

    /** Endings of the keys that it takes. */
    private const KEYS = [
        'acquire' => ['', ':f', ':q'],
        'adopt' => ['', ':f'],
        'expire' => [''],
        'release' => ['', ':q'],
        'renew' => [''],
    ];

    /** Runs it for the lock $key. */
    public static function run(RedisClient $redis, string $name, string $key, string|int ...$arguments): mixed
    {
        $keys = array_map(static fn (string $ending): string => $key . $ending, self::KEYS[$name]);

        return $redis->call('EVAL', self::text($name), count($keys), ...$keys, ...$arguments);
    }

    public static function text(string $name): string
    {
        $files = [...self::BEFORE[$name], $name];

        return implode('', array_map(self::file(...), $files));
    }

    /** By what the extension calls it, and the proxy knows it. */
    public static function sha(string $name): string
    {
        return sha1(self::text($name));
    }

    private static function file(string $name): string
    {
        return file_get_contents(__DIR__ . "/../../src/scripts/$name.lua");
    }
}
