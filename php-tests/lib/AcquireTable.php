<?php
/*
 * What acquire says at a server of a quorum, and what it leaves, for states of the key, of the wake lists and of the queue.
 * Used by php-tests/scripts.
 */

declare(strict_types=1);

namespace Tests;

final class AcquireTable
{
    /** The waiters: token => [ticket, microseconds since it was seen]. Tickets are far below the server's time. */
    public const QUEUES = [
        'nobody' => [],
        'me' => ['ours' => [10, 0]],
        'me, then one' => ['ours' => [10, 0], 'b' => [11, 0]],
        'one before me' => ['a' => [9, 0], 'ours' => [10, 0]],
        'two before me' => ['a' => [8, 0], 'b' => [9, 0], 'ours' => [10, 0]],
        'two, not me' => ['a' => [8, 0], 'b' => [9, 0]],
        'unseen ones' => ['a' => [8, 2_100_000], 'b' => [9, 9_000_000], 'c' => [11, 0]],
        'of another type' => null,
    ];

    private readonly RedisClient $redis;

    public function __construct()
    {
        $this->redis = RedisServer::shared()->client();
    }

    /**
     * Makes the state, asks twice by the short and by the long form, which must do the same. Returns a line for each time: the
     * reply, the holder with its lease, who waits, and who is woken.
     *
     * @param list<list<string|int>> $commands as in ScriptTable; KEY stands for the key in every other word too
     * @param array<string, array{int, int}>|null $waiters as in QUEUES
     * @param array{fencing?: bool, joins?: bool|string, passedBy?: ?string} $asked words of Script::acquire
     * @return list<string>
     */
    public function lines(array $commands, ?array $waiters, array $asked): array
    {
        $lines = [];
        foreach (['acquire', 'acquireAtLength'] as $form) {
            do {
                $began = hrtime(true);
                $wrong = null;
                try {
                    $lines[$form] = $this->asked($form, $commands, $waiters, $asked);
                } catch (Failure $wrong) {
                }
                // A claim lasts for a second. On a machine that took as long the case proves nothing and is repeated.
            } while (hrtime(true) - $began > 700_000_000);
            $wrong && throw $wrong;
        }
        Check::same($lines['acquireAtLength'], $lines['acquire'], json_encode([$commands, $waiters, $asked]) . ': both forms');

        return $lines['acquire'];
    }

    /** @return list<string> */
    private function asked(string $form, array $commands, ?array $waiters, array $asked): array
    {
        $key = Check::unique('table');
        foreach ($commands as $words) {
            $this->redis->call(...str_replace('KEY', $key, $words));
        }
        $this->queue($key, $waiters);
        $ticket = isset($waiters['ours']) ? 10 : null;
        $fence = $this->fence($key);
        $lines = [];
        foreach ([1, 2] as $time) {
            $reply = $this->ask($form, $key, ['ticket' => $ticket, ...$asked]);
            if ($reply[0] === 1 && is_int($reply[1])) {
                // The second time it is the number of the first time, and never that of an earlier grant.
                $time === 1 ? Check::true($reply[1] > $fence, "$key: a new number") : Check::same($fence, $reply[1], $key);
                $fence = $reply[1];
            }
            $isLone = ($asked['passedBy'] ?? null) === null;
            Check::true(!$isLone || in_array(count($reply), [1, 2, 4], true), "$key: a lone server says no more");
            $lines[] = $this->reply($reply) . ' | ' . $this->look($key);
            $ticket = $reply[2] ?? null;
            $ticket = is_int($ticket) ? $ticket : null;
            // A newcomer has asked for a place by now.
            $asked['joins'] = ($asked['joins'] ?? false) === 'newcomer' ?: $asked['joins'] ?? false;
        }
        $this->redis->call('DEL', $key, "$key:q", "$key:f");

        return $lines;
    }

    /** The wake-ups of the others look fresh, so the time that this test takes makes no difference. */
    private function ask(string $form, string $key, array $asked): mixed
    {
        $this->redis->call('MULTI');
        foreach (['a', 'b', 'c'] as $waiter) {
            $this->redis->call('PEXPIRE', "$key:wake:{{$key}}:$waiter", 3000);
        }
        Script::$form($this->redis, $key, ...$asked);

        return $this->redis->call('EXEC')[3];
    }

    private function queue(string $key, ?array $waiters): void
    {
        $waiters === null && $this->redis->call('SET', "$key:q", 'foreign');
        $now = (int) vsprintf('%d%06d', $this->redis->call('TIME'));
        foreach ($waiters ?? [] as $token => [$ticket, $unseen]) {
            $this->redis->call('ZADD', "$key:q", $ticket, $token, -Script::mark($now - $unseen), "seen:$token");
        }
    }

    private function fence(string $key): int
    {
        return (int) $this->redis->call('HGET', "$key:f", 'fence');
    }

    /** Nil stands for false of Lua. Behind a grant it says no more than nothing there, which is all that the short form says. */
    private function reply(array $reply): string
    {
        if ($reply[0] === 1) {
            return 'granted' . (is_int($reply[1]) ? ' with a fence' : '') . (isset($reply[2]) ? ", by $reply[2]" : '');
        }
        if ($reply === [0]) {
            return 'held';
        }
        $left = match (true) {
            $reply[1] < 0 => 'never',
            $reply[1] <= 1000 => 'claim',
            default => (int) ceil($reply[1] / 10_000) . '0 s',
        };
        $ticket = $reply[2] > 1000 ? 'now' : "@$reply[2]";
        $rank = [1 => 'first', 2 => 'second', 0 => 'behind'][$reply[3]];

        return "$left $ticket $rank" . (array_key_exists(4, $reply) ? ', holder ' . self::token($reply[4] ?? 'none') : '');
    }

    /** The holder and its lease, who stands in the queue in which order, and who is woken. */
    private function look(string $key): string
    {
        $left = $this->redis->call('PTTL', $key);
        $holder = match ($this->redis->call('TYPE', $key)) {
            'none' => 'free',
            'string' => self::token($this->redis->call('GET', $key)),
            default => 'foreign',
        };
        $lives = match (true) {
            $left < 0 => '',
            $left <= 1000 => ' a claim',
            default => ' ' . (int) ceil($left / 10_000) . '0 s',
        };
        if ($this->redis->call('TYPE', "$key:q") === 'string') {
            $line = 'untouched ' . $this->redis->call('GET', "$key:q");
        } else {
            $line = implode(' ', $this->redis->call('ZRANGEBYSCORE', "$key:q", 1, '+inf'));
        }
        $woken = '';
        foreach (['a', 'b', 'c', 'ours'] as $token) {
            $list = "$key:wake:{{$key}}:$token";
            $words = $this->redis->call('TYPE', $list) === 'string' ? ['foreign'] : Script::wakeUps($this->redis, $key, $token);
            $woken .= $words === [] ? '' : " $token: " . implode(' ', $words);
        }

        return rtrim("$holder$lives | $line" . ($woken === '' ? '' : " | woken$woken"));
    }

    private static function token(string $token): string
    {
        return $token === '' ? "''" : $token;
    }
}
