<?php
/*
 * Objects that await no release, and the ways in which such a release or its answer is lost. Used by php-tests/await-release.
 */

declare(strict_types=1);

namespace Tests;

final class Ahead
{
    /** The ways of LostReply, and those in which the replies behind the lost one move up by one place. */
    public const WAYS = [
        'swallow' => ['do' => 'swallow'],
        'stall' => ['do' => 'stall'],
        'half a reply, then silence' => ['do' => 'halfReply', 'bytes' => 2, 'then' => 'stall'],
        'a request that vanishes' => ['do' => 'answer', 'bytes' => ''],
        'a reply that vanishes' => ['do' => 'garbage', 'bytes' => ''],
        'half a reply, then a cut' => ['do' => 'halfReply', 'bytes' => 1],
        'cutBefore' => ['do' => 'cutBefore'],
        'cutAfter' => ['do' => 'cutAfter'],
        'reset' => ['do' => 'reset'],
        'resetAfter' => ['do' => 'resetAfter'],
        'garbage' => ['do' => 'garbage', 'bytes' => "HTTP/1.1 400 Bad Request\r\n\r\n"],
        'the reply of another command' => ['do' => 'answer', 'bytes' => "+OK\r\n"],
        'a surplus reply' => ['do' => 'extra', 'bytes' => ":1\r\n"],
        'an error' => ['do' => 'answer', 'bytes' => "-ERR unknown command\r\n"],
        'LOADING' => ['do' => 'answer', 'bytes' => "-LOADING Redis is loading the dataset in memory\r\n"],
        'BUSY' => ['do' => 'answer', 'bytes' => "-BUSY Redis is busy running a script\r\n"],
        'NOSCRIPT' => ['do' => 'answer', 'bytes' => "-NOSCRIPT No matching script.\r\n"],
        'READONLY' => ['do' => 'answer', 'bytes' => "-READONLY You can't write against a read only replica.\r\n"],
    ];
    /** The ways after which a client may learn nothing before its command_timeout is over. */
    public const SILENT = [
        'swallow', 'stall', 'half a reply, then silence', 'a request that vanishes', 'a reply that vanishes',
    ];

    /**
     * Returns an object that awaits no further release, because it has awaited the first ones of its connection.
     *
     * @param array<string, mixed> $config
     */
    public static function object(array $config): \RedisMutexLock
    {
        $lock = new \RedisMutexLock($config + ['await_release' => false]);
        self::warm($lock);

        return $lock;
    }

    /** Lets the object lock and unlock until its server is known to know the scripts. */
    public static function warm(\RedisMutexLock $lock, ?string $name = null): void
    {
        $name ??= Check::unique('warm');
        for ($i = 0; $i < 3; $i++) {
            Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), 'a pair that warms up');
        }
        // The answer to the last release is read, so that no rule meets it.
        Check::same(false, $lock->isLocked($name), 'and leaves nothing');
    }

    /**
     * Calls $do once for each way, with a server, a proxy in front of it, the rule of the way, and a configuration for the
     * proxy.
     *
     * @param callable(RedisServer, Proxy, array<string, int|string>, array<string, mixed>, string): void $do
     */
    public static function eachWay(callable $do, float $silence = 1.6): void
    {
        $server = RedisServer::shared();
        Together::each(self::WAYS, static function (array $rule, string $way) use ($do, $server, $silence): void {
            $proxy = Proxy::to($server);
            $timeout = in_array($way, self::SILENT, true) ? $silence : 5;
            $do($server, $proxy, $rule, $proxy->config() + ['command_timeout' => $timeout, 'retry_for' => 60, 'await_release' => false], $way);
        }, most: 5);
    }
}
