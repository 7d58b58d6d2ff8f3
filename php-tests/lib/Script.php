<?php

declare(strict_types=1);

namespace Tests;

/**
 * The Lua scripts as the extension sends them: the files, the keys and the words of each. They are a copy of what
 * src/protocol knows, for checks from outside, and stand here only. The companion keys of the lock KEY are KEY:f (fence)
 * and KEY:q (queue) in php-tests/scripts.
 */
final class Script
{
    /** The files that stand before each script. */
    private const BEFORE = [
        'acquire' => ['holder', 'grant', 'queue'],
        'adopt' => ['holder', 'grant'],
        'expire' => ['holder'],
        'free' => ['holder'],
        'release' => ['alone', 'holder', 'queue'],
        'renew' => ['holder', 'grant'],
        'settle' => ['holder', 'grant'],
        'take' => ['holder', 'grant'],
    ];

    public static function acquire(
        RedisClient $redis,
        string $key,
        string $token = 'ours',
        int $lease = 30_000,
        bool $fencing = false,
        ?int $ticket = null,
        bool $joins = false,
    ): mixed {
        $keys = [$key, ...($fencing ? ["$key:f"] : []), "$key:q"];

        return self::run('acquire', $redis, $keys, $token, $lease, (int) $fencing, $ticket ?? '', (int) $joins);
    }

    public static function adopt(
        RedisClient $redis,
        string $key,
        string $token = 'ours',
        int $lease = 30_000,
        bool $fencing = false,
        string $from = 'old',
    ): mixed {
        $keys = [$key, ...($fencing ? ["$key:f"] : [])];

        return self::run('adopt', $redis, $keys, $token, $lease, (int) $fencing, $from);
    }

    public static function expire(RedisClient $redis, string $key, string $token = 'ours', int $lease = 30_000): mixed
    {
        return self::run('expire', $redis, [$key], $token, $lease);
    }

    public static function free(RedisClient $redis, string $key, string $token = 'ours'): mixed
    {
        return self::run('free', $redis, [$key], $token);
    }

    /** @param string|null $queue its key, where that is another than $key:q */
    public static function release(RedisClient $redis, string $key, string $token = 'ours', ?string $queue = null): mixed
    {
        return self::run('release', $redis, [$key, $queue ?? "$key:q"], $token);
    }

    public static function renew(RedisClient $redis, string $key, string $token = 'ours', int $lease = 30_000): mixed
    {
        return self::run('renew', $redis, [$key], $token, $lease);
    }

    public static function settle(RedisClient $redis, string $key, string $token = 'ours', int $fence = 1): mixed
    {
        return self::run('settle', $redis, [$key, "$key:f"], $token, $fence);
    }

    public static function take(
        RedisClient $redis,
        string $key,
        string $token = 'ours',
        int $lease = 30_000,
        bool $fencing = false,
    ): mixed {
        $keys = [$key, ...($fencing ? ["$key:f"] : [])];

        return self::run('take', $redis, $keys, $token, $lease, (int) $fencing);
    }

    /**
     * The words in the wake list of a waiter, without the time at which its claim ends.
     *
     * @return list<string>
     */
    public static function wakeUps(RedisClient $redis, string $key, string $token): array
    {
        return preg_replace('/^yours \d+$/', 'yours', $redis->call('LRANGE', "$key:wake:{{$key}}:$token", 0, -1));
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

    /** @param list<string> $keys */
    private static function run(string $name, RedisClient $redis, array $keys, string|int ...$words): mixed
    {
        return $redis->call('EVAL', self::text($name), count($keys), ...$keys, ...$words);
    }

    private static function file(string $name): string
    {
        return file_get_contents(__DIR__ . "/../../src/protocol/mutex/$name.lua");
    }
}
