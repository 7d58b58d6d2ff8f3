<?php

declare(strict_types=1);

namespace Tests;

/**
 * The Lua scripts as the extension sends them: the files, the keys and the words of each. They are a copy of what
 * src/protocol knows, for checks from outside, and stand here only. The companion keys of the lock KEY are KEY:f (fence)
 * and KEY:q (queue) in php-tests/scripts. As in the extension, the token says which script is meant: that of a share for
 * a token of share().
 */
final class Script
{
    /** The files that stand before each script. */
    private const BEFORE = [
        'acquire' => ['key', 'acquire_short', 'holder', 'grant', 'queue'],
        'adopt' => ['key', 'holder', 'grant'],
        'expire' => ['key', 'holder'],
        'free' => ['key', 'holder'],
        'release' => ['key', 'release_short', 'holder', 'queue'],
        'renew' => ['key', 'holder', 'grant'],
        'settle' => ['key', 'holder', 'grant'],
        'take' => ['key', 'holder', 'grant'],
        'shares/acquire' => ['key', 'shares/acquire_short', 'holder', 'queue', 'shares/shares', 'shares/admit'],
        'shares/adopt' => ['key', 'holder', 'shares/shares'],
        'shares/expire' => ['key', 'holder', 'shares/shares'],
        'shares/free' => ['key', 'holder', 'shares/shares'],
        'shares/release' => ['key', 'holder', 'queue', 'shares/shares', 'shares/admit'],
        'shares/renew' => ['key', 'holder', 'shares/shares'],
        'shares/take' => ['key', 'holder', 'shares/shares'],
    ];

    /** @var array<string, string> by file: what it says while a test changes it */
    private static array $changed = [];

    /**
     * @param bool|'new'|'newcomer'|'woken' $joins whether the token joins the queue, or what it says of itself
     * @param string|null $passedBy at a server of a quorum the token whose keys were passed on to this one, or ''
     */
    public static function acquire(
        RedisClient $redis,
        string $key,
        string $token = 'ours',
        int $lease = 30_000,
        bool $fencing = false,
        ?int $ticket = null,
        bool|string $joins = false,
        ?string $passedBy = null,
    ): mixed {
        $asked = self::asked($key, $token, $lease, $fencing, $ticket, $joins, $passedBy);

        return self::run(self::of('acquire', $token), $redis, ...$asked);
    }

    /** The same by the long form alone, which must do what the short form before it does. */
    public static function acquireAtLength(
        RedisClient $redis,
        string $key,
        string $token = 'ours',
        int $lease = 30_000,
        bool $fencing = false,
        ?int $ticket = null,
        bool|string $joins = false,
        ?string $passedBy = null,
    ): mixed {
        $asked = self::asked($key, $token, $lease, $fencing, $ticket, $joins, $passedBy);

        return self::evaluate(self::atLength(self::of('acquire', $token)), $redis, ...$asked);
    }

    /** The same by the script of the version that knew no release for good. */
    public static function acquireBefore(
        RedisClient $redis,
        string $key,
        string $token = 'ours',
        int $lease = 30_000,
        bool $fencing = false,
        ?int $ticket = null,
        bool|string $joins = false,
    ): mixed {
        $asked = self::asked($key, $token, $lease, $fencing, $ticket, $joins, null);

        return self::evaluate(self::before('acquire'), $redis, ...$asked);
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

        return self::run(self::of('adopt', $token), $redis, $keys, $token, $lease, (int) $fencing, $from);
    }

    public static function expire(RedisClient $redis, string $key, string $token = 'ours', int $lease = 30_000): mixed
    {
        return self::run(self::of('expire', $token), $redis, [$key], $token, $lease);
    }

    public static function free(RedisClient $redis, string $key, string $token = 'ours'): mixed
    {
        return self::run(self::of('free', $token), $redis, [$key], $token);
    }

    /**
     * @param string|null $queue its key, where that is another than $key:q
     * @param bool $forGood the token will never own a key again, at the server of a quorum that hands the lock over
     */
    public static function release(
        RedisClient $redis,
        string $key,
        string $token = 'ours',
        ?string $queue = null,
        bool $forGood = false,
    ): mixed {
        return self::run(self::of('release', $token), $redis, [$key, $queue ?? "$key:q"], $token, ...($forGood ? [1] : []));
    }

    /** The same by the long form alone, which must do what the short form before it does. */
    public static function releaseAtLength(
        RedisClient $redis,
        string $key,
        string $token = 'ours',
        bool $forGood = false,
    ): mixed {
        return self::evaluate(self::atLength('release'), $redis, [$key, "$key:q"], $token, ...($forGood ? [1] : []));
    }

    /** The same by the script of the version that knew no release for good. */
    public static function releaseBefore(RedisClient $redis, string $key, string $token = 'ours'): mixed
    {
        return self::evaluate(self::before('release'), $redis, [$key, "$key:q"], $token);
    }

    /** Minus the score of `seen:TOKEN` for a waiter that was seen at this microsecond and may get a claim of this length. */
    public static function mark(int $micros, int $claim = 1000): int
    {
        return intdiv($micros, 1000) * 1000 + $claim - 1;
    }

    public static function renew(RedisClient $redis, string $key, string $token = 'ours', int $lease = 30_000): mixed
    {
        return self::run(self::of('renew', $token), $redis, [$key], $token, $lease);
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

        return self::run(self::of('take', $token), $redis, $keys, $token, $lease, (int) $fencing);
    }

    /**
     * The words in the wake list of a waiter, without the time at which its claim ends. A hand-over for good says "yours from"
     * the token that has passed its keys on.
     *
     * @return list<string>
     */
    public static function wakeUps(RedisClient $redis, string $key, string $token): array
    {
        $words = $redis->call('LRANGE', "$key:wake:{{$key}}:$token", 0, -1);

        return preg_replace(['/^yours \d+$/', '/^yours (.+) \d+$/s'], ['yours', 'yours from $1'], $words);
    }

    /** @return string a new token of a share, with this limit */
    public static function share(?int $limit = null): string
    {
        return "share$limit:" . bin2hex(random_bytes(16));
    }

    /** Calls $do. Meanwhile the scripts have another text in the place of that file. */
    public static function changed(string $file, string $text, callable $do): mixed
    {
        self::$changed[$file] = $text;
        try {
            return $do();
        } finally {
            unset(self::$changed[$file]);
        }
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

    /** @return list{list<string>, string|int...} the keys of acquire, and its words */
    private static function asked(
        string $key,
        string $token,
        int $lease,
        bool $fencing,
        ?int $ticket,
        bool|string $joins,
        ?string $passedBy,
    ): array {
        $keys = [$key, ...($fencing ? ["$key:f"] : []), "$key:q"];
        $manner = is_bool($joins) ? (int) $joins : $joins;

        return [$keys, $token, $lease, (int) $fencing, $ticket ?? '', $manner, ...($passedBy === null ? [] : [$passedBy])];
    }

    private static function of(string $name, string $token): string
    {
        return preg_match('/^share\d*:/', $token) === 1 ? "shares/$name" : $name;
    }

    private static function atLength(string $name): string
    {
        return str_replace(self::file("{$name}_short"), '', self::text($name));
    }

    private static function before(string $name): string
    {
        return file_get_contents(__DIR__ . "/../../src/proof/model/before/one_server/$name.lua");
    }

    /** @param list<string> $keys */
    private static function run(string $name, RedisClient $redis, array $keys, string|int ...$words): mixed
    {
        return self::evaluate(self::text($name), $redis, $keys, ...$words);
    }

    /** @param list<string> $keys */
    private static function evaluate(string $text, RedisClient $redis, array $keys, string|int ...$words): mixed
    {
        return $redis->call('EVAL', $text, count($keys), ...$keys, ...$words);
    }

    public static function file(string $name): string
    {
        return self::$changed[$name] ?? file_get_contents(__DIR__ . "/../../src/protocol/mutex/$name.lua");
    }
}
