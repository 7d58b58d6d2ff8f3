<?php
/*
 * What a release leaves behind for every state of the key and of the queue: the new holder and its lease, who waits and who
 * is woken. Used by php-tests/scripts.
 */

declare(strict_types=1);

namespace Tests;

final class HandOverTable
{
    /** The waiters in order: token => [microseconds since it was seen, its claim if that is shorter than others]. */
    private const QUEUES = [
        'nobody' => [],
        'one' => ['a' => [0]],
        'two' => ['a' => [0], 'b' => [0]],
        'an unseen one' => ['a' => [2_100_000]],
        'unseen ones first' => ['a' => [2_100_000], 'b' => [99_000_000, 70], 'c' => [0]],
        'one long ago, but seen' => ['a' => [1_000_000], 'b' => [0]],
        'one without seen' => ['a' => [null], 'b' => [0]],
        'the holder itself' => ['ours' => [0]],
        'the holder and another' => ['ours' => [0], 'a' => [0]],
        'the holder in between' => ['a' => [0], 'ours' => [0]],
        'a short claim' => ['a' => [0, 900], 'b' => [0]],
        'of another type' => null,
    ];
    private const HOLDERS = [
        'ours' => ['SET', 'ours', 'PX', 60_000],
        'ours, endless' => ['SET', 'ours'],
        "another's" => ['SET', 'other', 'PX', 60_000],
    ];

    /** Runs both forms of the script twice in every state, and prints a line for each time. */
    public static function print(bool $forGood): void
    {
        $redis = RedisServer::shared()->client();
        foreach (self::QUEUES as $queue => $waiters) {
            foreach (self::HOLDERS as $state => $words) {
                $lines = [];
                foreach (['release', 'releaseAtLength'] as $form) {
                    $key = Check::unique('hand');
                    $redis->call($words[0], $key, ...array_slice($words, 1));
                    self::queue($redis, $key, $waiters);
                    $left = 0;
                    foreach ([1, 2] as $time) {
                        // All in one moment, so that PTTL shows the whole lease.
                        $redis->call('MULTI');
                        $time === 2 && $left > 0 && $redis->call('PEXPIRE', $key, $left);
                        Script::$form($redis, $key, forGood: $forGood);
                        $redis->call('PTTL', $key);
                        [$reply, $left] = array_slice($redis->call('EXEC'), -2);
                        $looks = self::look($redis, $key, $left, "$queue, $state");
                        $lines[$form][] = rtrim(sprintf('%-22s %-13s %d: %d %s', $queue, $state, $time, $reply, $looks)) . "\n";
                    }
                    $redis->call('DEL', $key, "$key:q");
                }
                Check::same($lines['releaseAtLength'], $lines['release'], "$queue, $state: both forms");
                echo implode('', $lines['release']);
            }
        }
    }

    private static function queue(RedisClient $redis, string $key, ?array $waiters): void
    {
        $waiters === null && $redis->call('RPUSH', "$key:q", 'foreign');
        $now = (int) vsprintf('%d%06d', $redis->call('TIME'));
        $ticket = 1;
        foreach ($waiters ?? [] as $token => $waiter) {
            $redis->call('ZADD', "$key:q", $ticket++, $token);
            $mark = Script::mark($now - (int) $waiter[0], $waiter[1] ?? 1000);
            $waiter[0] === null || $redis->call('ZADD', "$key:q", -$mark, "seen:$token");
        }
    }

    /** The holder and its lease, who stands in the queue, and who is woken. */
    private static function look(RedisClient $redis, string $key, int $left, string $what): string
    {
        $holder = $redis->call('GET', $key) ?? 'free';
        $lives = match (true) {
            $left < 0 => '',
            $left <= 900 => ', 0.9 s',
            $left <= 1000 => ', 1 s',
            default => ', 60 s',
        };
        $woken = [];
        foreach (['a', 'b', 'c', 'ours'] as $token) {
            if (($pushed = Script::wakeUps($redis, $key, $token)) !== []) {
                $woken[] = "$token: " . implode(' ', $pushed);
                $kept = $redis->call('PTTL', "$key:wake:{{$key}}:$token");
                Check::between(1000, 3000, $kept, "$what: lifetime of the wake list");
            }
        }
        $isForeign = $redis->call('TYPE', "$key:q") === 'list';
        $stands = $isForeign ? ['untouched'] : $redis->call('ZRANGEBYSCORE', "$key:q", '-inf', '+inf');
        // Fields for the time of the last sign of life have negative scores: they come first, in no fixed order.
        sort($stands);

        return sprintf('%-11s | %-28s', $holder . $lives, implode(' ', $stands))
            . ($woken === [] ? '' : ' | woken ' . implode(' ', $woken));
    }
}
