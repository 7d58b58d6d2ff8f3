--TEST--
release with waiters, by its short and by its long form: new holder and its lease, wake-ups and remaining keys, run twice
--FILE--
<?php
$redis = RedisServer::shared()->client();
$now = static fn (): int => (int) vsprintf('%d%06d', $redis->call('TIME'));
// The waiters in order: token => [microseconds since it was seen, its claim if that is shorter than others].
$queues = [
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
$holders = ['ours' => ['SET', 'ours', 'PX', 60_000], 'ours, endless' => ['SET', 'ours'], "another's" => ['SET', 'other', 'PX', 60_000]];
foreach ($queues as $queue => $waiters) {
    foreach ($holders as $state => $words) {
        $lines = [];
        foreach (['release', 'releaseAtLength'] as $form) {
            $key = Check::unique('hand');
            $redis->call($words[0], $key, ...array_slice($words, 1));
            $waiters === null && $redis->call('RPUSH', "$key:q", 'foreign');
            $ticket = 1;
            foreach ($waiters ?? [] as $token => $waiter) {
                $redis->call('ZADD', "$key:q", $ticket++, $token);
                $mark = Script::mark($now() - (int) $waiter[0], $waiter[1] ?? 1000);
                $waiter[0] === null || $redis->call('ZADD', "$key:q", -$mark, "seen:$token");
            }
            foreach ([1, 2] as $time) {
                // All in one moment, so that PTTL shows the whole lease.
                $redis->call('MULTI');
                $time === 2 && $left > 0 && $redis->call('PEXPIRE', $key, $left);
                Script::$form($redis, $key);
                $redis->call('PTTL', $key);
                [$reply, $left] = array_slice($redis->call('EXEC'), -2);
                $holder = $redis->call('GET', $key) ?? 'free';
                $lives = match (true) {
                    $left < 0 => '',
                    $left <= 900 => ', 0.9 s',
                    $left <= 1000 => ', 1 s',
                    default => ', 60 s',
                };
                $woken = [];
                foreach (['a', 'b', 'c', 'ours'] as $token) {
                    $wake = "$key:wake:{{$key}}:$token";
                    if (($pushed = Script::wakeUps($redis, $key, $token)) !== []) {
                        $woken[] = "$token: " . implode(' ', $pushed);
                        Check::between(1000, 3000, $redis->call('PTTL', $wake), "$queue, $state: lifetime of the wake list");
                    }
                }
                $isForeign = $redis->call('TYPE', "$key:q") === 'list';
                $kept = $isForeign ? ['untouched'] : $redis->call('ZRANGEBYSCORE', "$key:q", '-inf', '+inf');
                // Fields for the time of the last sign of life have negative scores: they come first, in no fixed order.
                sort($kept);
                $line = sprintf('%-22s %-13s %d: %d %-11s | %-28s', $queue, $state, $time, $reply, $holder . $lives, implode(' ', $kept));
                $lines[$form][] = rtrim($line . ($woken === [] ? '' : ' | woken ' . implode(' ', $woken))) . "\n";
            }
            $redis->call('DEL', $key, "$key:q");
        }
        Check::same($lines['releaseAtLength'], $lines['release'], "$queue, $state: both forms");
        echo implode('', $lines['release']);
    }
}
?>
--EXPECT--
nobody                 ours          1: 1 free        |
nobody                 ours          2: 0 free        |
nobody                 ours, endless 1: 1 free        |
nobody                 ours, endless 2: 0 free        |
nobody                 another's     1: 0 other, 60 s |
nobody                 another's     2: 0 other, 60 s |
one                    ours          1: 1 a, 1 s      |                              | woken a: yours
one                    ours          2: 0 a, 1 s      |                              | woken a: yours
one                    ours, endless 1: 1 a, 1 s      |                              | woken a: yours
one                    ours, endless 2: 0 a, 1 s      |                              | woken a: yours
one                    another's     1: 0 other, 60 s | a seen:a
one                    another's     2: 0 other, 60 s | a seen:a
two                    ours          1: 1 a, 1 s      | b seen:b                     | woken a: yours b: first
two                    ours          2: 0 a, 1 s      | b seen:b                     | woken a: yours b: first
two                    ours, endless 1: 1 a, 1 s      | b seen:b                     | woken a: yours b: first
two                    ours, endless 2: 0 a, 1 s      | b seen:b                     | woken a: yours b: first
two                    another's     1: 0 other, 60 s | a b seen:a seen:b
two                    another's     2: 0 other, 60 s | a b seen:a seen:b
an unseen one          ours          1: 1 free        |
an unseen one          ours          2: 0 free        |
an unseen one          ours, endless 1: 1 free        |
an unseen one          ours, endless 2: 0 free        |
an unseen one          another's     1: 0 other, 60 s |
an unseen one          another's     2: 0 other, 60 s |
unseen ones first      ours          1: 1 c, 1 s      |                              | woken c: yours
unseen ones first      ours          2: 0 c, 1 s      |                              | woken c: yours
unseen ones first      ours, endless 1: 1 c, 1 s      |                              | woken c: yours
unseen ones first      ours, endless 2: 0 c, 1 s      |                              | woken c: yours
unseen ones first      another's     1: 0 other, 60 s | c seen:c
unseen ones first      another's     2: 0 other, 60 s | c seen:c
one long ago, but seen ours          1: 1 a, 1 s      | b seen:b                     | woken a: yours b: first
one long ago, but seen ours          2: 0 a, 1 s      | b seen:b                     | woken a: yours b: first
one long ago, but seen ours, endless 1: 1 a, 1 s      | b seen:b                     | woken a: yours b: first
one long ago, but seen ours, endless 2: 0 a, 1 s      | b seen:b                     | woken a: yours b: first
one long ago, but seen another's     1: 0 other, 60 s | a b seen:a seen:b
one long ago, but seen another's     2: 0 other, 60 s | a b seen:a seen:b
one without seen       ours          1: 1 b, 1 s      |                              | woken b: yours
one without seen       ours          2: 0 b, 1 s      |                              | woken b: yours
one without seen       ours, endless 1: 1 b, 1 s      |                              | woken b: yours
one without seen       ours, endless 2: 0 b, 1 s      |                              | woken b: yours
one without seen       another's     1: 0 other, 60 s | b seen:b
one without seen       another's     2: 0 other, 60 s | b seen:b
the holder itself      ours          1: 1 free        |
the holder itself      ours          2: 0 free        |
the holder itself      ours, endless 1: 1 free        |
the holder itself      ours, endless 2: 0 free        |
the holder itself      another's     1: 0 other, 60 s |
the holder itself      another's     2: 0 other, 60 s |
the holder and another ours          1: 1 a, 1 s      |                              | woken a: yours
the holder and another ours          2: 0 a, 1 s      |                              | woken a: yours
the holder and another ours, endless 1: 1 a, 1 s      |                              | woken a: yours
the holder and another ours, endless 2: 0 a, 1 s      |                              | woken a: yours
the holder and another another's     1: 0 other, 60 s | a seen:a                     | woken a: first
the holder and another another's     2: 0 other, 60 s | a seen:a                     | woken a: first
the holder in between  ours          1: 1 a, 1 s      |                              | woken a: yours
the holder in between  ours          2: 0 a, 1 s      |                              | woken a: yours
the holder in between  ours, endless 1: 1 a, 1 s      |                              | woken a: yours
the holder in between  ours, endless 2: 0 a, 1 s      |                              | woken a: yours
the holder in between  another's     1: 0 other, 60 s | a seen:a
the holder in between  another's     2: 0 other, 60 s | a seen:a
a short claim          ours          1: 1 a, 0.9 s    | b seen:b                     | woken a: yours b: first
a short claim          ours          2: 0 a, 0.9 s    | b seen:b                     | woken a: yours b: first
a short claim          ours, endless 1: 1 a, 0.9 s    | b seen:b                     | woken a: yours b: first
a short claim          ours, endless 2: 0 a, 0.9 s    | b seen:b                     | woken a: yours b: first
a short claim          another's     1: 0 other, 60 s | a b seen:a seen:b
a short claim          another's     2: 0 other, 60 s | a b seen:a seen:b
of another type        ours          1: 1 free        | untouched
of another type        ours          2: 0 free        | untouched
of another type        ours, endless 1: 1 free        | untouched
of another type        ours, endless 2: 0 free        | untouched
of another type        another's     1: 0 other, 60 s | untouched
of another type        another's     2: 0 other, 60 s | untouched
