<?php
/*
 * The reply of a script and the keys after it, for every state of the lock's key. Used by php-tests/scripts.
 */

declare(strict_types=1);

namespace Tests;

final class ScriptTable
{
    /** The commands that make each state of KEY. The lifetime here is 60 s or 20 s, the one asked for 30 s. */
    private const STATES = [
        'absent' => [],
        'ours' => [['SET', 'KEY', 'ours', 'PX', 60_000]],
        'ours, shorter' => [['SET', 'KEY', 'ours', 'PX', 20_000]],
        'ours, no TTL' => [['SET', 'KEY', 'ours']],
        "another's" => [['SET', 'KEY', 'other', 'PX', 60_000]],
        "another's, no TTL" => [['SET', 'KEY', 'other']],
        'empty' => [['SET', 'KEY', '']],
        'list' => [['RPUSH', 'KEY', 'ours']],
        'list with TTL' => [['RPUSH', 'KEY', 'ours'], ['PEXPIRE', 'KEY', 60_000]],
        'hash' => [['HSET', 'KEY', 'ours', 'ours']],
        'hash with TTL' => [['HSET', 'KEY', 'ours', 'ours'], ['PEXPIRE', 'KEY', 60_000]],
        'zset' => [['ZADD', 'KEY', 1, 'ours']],
        'zset with TTL' => [['ZADD', 'KEY', 1, 'ours'], ['PEXPIRE', 'KEY', 60_000]],
        'set' => [['SADD', 'KEY', 'ours']],
        'stream' => [['XADD', 'KEY', '1-1', 'ours', 'ours']],
    ];

    /**
     * Runs the script twice in every state: the second time it finds what the first has left. Prints a line for each.
     *
     * @param callable(RedisClient, string): mixed $script a method of Script
     * @param array<string, list<list<string|int>>> $more states, as above
     */
    public static function print(callable $script, array $more = []): void
    {
        $redis = RedisServer::shared()->client();
        foreach (self::STATES + $more as $state => $commands) {
            $key = Check::unique('table');
            foreach ($commands as $words) {
                $redis->call(...array_replace($words, [1 => $key]));
            }
            foreach ([1, 2] as $time) {
                $reply = self::reply($redis, $script, $key);
                printf("%-18s %d: %-8s %s\n", $state, $time, $reply, self::look($redis, $key));
            }
            Check::same(0, $redis->call('EXISTS', "$key:f", "$key:q"), "$state: a needless counter or queue");
            $redis->call('DEL', $key);
        }
    }

    private static function reply(RedisClient $redis, callable $script, string $key): string
    {
        try {
            return json_encode($script($redis, $key));
        } catch (RedisError $error) {
            return 'error ' . $error->getMessage();
        }
    }

    /** The key's type, its value if it is a string, and the class of its lifetime. */
    private static function look(RedisClient $redis, string $key): string
    {
        $type = $redis->call('TYPE', $key);
        if ($type === 'none') {
            return 'absent';
        }
        $left = $redis->call('PTTL', $key);
        // A slow machine has ten seconds: the lifetimes of these states are that far apart.
        $class = $left === -1 ? 'no TTL' : (int) ceil($left / 10_000) . '0 s';

        return $type . ($type === 'string' ? " '" . $redis->call('GET', $key) . "'" : '') . ", $class";
    }
}
