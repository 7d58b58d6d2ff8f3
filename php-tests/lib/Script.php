<?php

declare(strict_types=1);

namespace Tests;

/**
 * A Lua script as the extension sends it: some files of shared functions, then the script's own file. The tables below
 * are a copy of what the extension knows: the tests check it from outside. They stand here only. Used by
 * php-tests/scripts, where the lock KEY has the companion keys KEY:f (fence) and KEY:q (queue).
 */
final class Script
{
    /** The files that stand before each script. */
    private const BEFORE = [
        'acquire' => ['holder', 'grant', 'queue'],
        'adopt' => ['holder', 'grant'],
        'expire' => ['holder'],
        'release' => ['holder', 'queue'],
        'renew' => ['holder', 'grant'],
    ];

    /** The keys that each script takes, as endings of KEY. */
    private const KEYS = [
        'acquire' => ['', ':f', ':q'],
        'adopt' => ['', ':f'],
        'expire' => [''],
        'release' => ['', ':q'],
        'renew' => [''],
    ];

    /** Runs a script for the lock $key. */
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

    /** The hash with which the extension calls the script. The proxy sees this hash. */
    public static function sha(string $name): string
    {
        return sha1(self::text($name));
    }

    private static function file(string $name): string
    {
        return file_get_contents(__DIR__ . "/../../src/protocol/$name.lua");
    }
}
