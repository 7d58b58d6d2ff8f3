--TEST--
acquire that joins: reply and remaining keys for every state of the key and of the queue, run twice
--FILE--
<?php
$redis = RedisServer::shared()->client();
$now = static fn (): int => (int) vsprintf('%d%06d', $redis->call('TIME'));
$keys = [
    'free' => [],
    "another's" => ['SET', 'other', 'PX', 60_000],
    'ours' => ['SET', 'ours', 'PX', 60_000],
    'our claim' => ['SET', 'ours', 'PX', 1000],
    'a hash' => ['HSET', 'other', 'other'],
];
// The waiters: token => [ticket, microseconds since it was seen]. Tickets are far below the server's time.
$queues = [
    'nobody' => [],
    'me' => ['ours' => [10, 0]],
    'one before me' => ['a' => [9, 0], 'ours' => [10, 0]],
    'two before me' => ['a' => [8, 0], 'b' => [9, 0], 'ours' => [10, 0]],
    'others, not me' => ['a' => [8, 0], 'b' => [9, 0], 'c' => [11, 0]],
    'unseen ones' => ['a' => [8, 2_100_000], 'b' => [9, 9_000_000], 'c' => [11, 0]],
    'one from the future' => ['a' => [9, -60_000_000], 'c' => [11, 0]],
    'one without seen' => ['a' => [9, null], 'c' => [11, 0]],
    'of another type' => null,
];

/** The holder and its lease, and the waiters in order. */
$look = static function (string $key, array $kept) use ($redis): string {
    $left = $redis->call('PTTL', $key);
    $holder = match ($redis->call('TYPE', $key)) {
        'none' => 'free',
        'string' => $redis->call('GET', $key),
        default => 'foreign',
    };
    $lives = match (true) {
        $left < 0 => '',
        $left <= 1000 => ' a claim',
        default => ' ' . (int) ceil($left / 10_000) . '0 s',
    };
    if ($redis->call('TYPE', "$key:q") === 'string') {
        return "$holder$lives | untouched " . $redis->call('GET', "$key:q");
    }
    $waiting = $redis->call('ZRANGEBYSCORE', "$key:q", 1, '+inf', 'WITHSCORES');
    $line = [];
    foreach (array_chunk($waiting, 2) as [$token, $ticket]) {
        $line[] = $token . match (true) {
            (int) $ticket === $kept[$token] => '',
            (int) $ticket < 1000 => "@$ticket",
            default => '@now',
        };
    }
    $woken = '';
    foreach (['a', 'b', 'c', 'ours'] as $token) {
        $words = Script::wakeUps($redis, $key, $token);
        $woken .= $words === [] ? '' : " $token: " . implode(' ', $words);
    }

    return "$holder$lives | " . implode(' ', $line) . ($woken === '' ? '' : " | woken$woken");
};
$reply = static function (array $reply): string {
    if (count($reply) === 4) {
        $reply[1] = match (true) {
            $reply[1] < 0 => 'never',
            $reply[1] <= 1000 => 'claim',
            default => (int) ceil($reply[1] / 10_000) . '0 s',
        };
        $reply[2] = $reply[2] > 1000 ? 'now' : "@$reply[2]";
        $reply[3] = [1 => 'first', 2 => 'second', 0 => 'behind'][$reply[3]];
    }

    return $reply[0] === 1 ? 'granted' : ($reply === [0] ? 'held' : implode(' ', array_slice($reply, 1)));
};

foreach ($queues as $queue => $waiters) {
    foreach ($keys as $state => $words) {
        $key = Check::unique('join');
        $words === [] || $redis->call($words[0], $key, ...array_slice($words, 1));
        $waiters === null && $redis->call('SET', "$key:q", 'foreign');
        foreach ($waiters ?? [] as $token => [$ticket, $unseen]) {
            $redis->call('ZADD', "$key:q", $ticket, $token);
            $unseen === null || $redis->call('ZADD', "$key:q", -Script::mark($now() - $unseen), "seen:$token");
        }
        $kept = array_map(static fn (array $waiter): int => $waiter[0], $waiters ?? []) + ['ours' => 0];
        $ticket = isset($waiters['ours']) ? 10 : null;
        foreach ([1, 2] as $time) {
            // The wake-ups look fresh, so the time that this test takes makes no difference.
            $redis->call('MULTI');
            $redis->call('PEXPIRE', "$key:wake:{{$key}}:a", 3000);
            $redis->call('PEXPIRE', "$key:wake:{{$key}}:c", 3000);
            Script::acquire($redis, $key, ticket: $ticket, joins: true);
            $answer = $redis->call('EXEC')[2];
            echo rtrim(sprintf("%-19s %-9s %d: %-18s %s", $queue, $state, $time, $reply($answer), $look($key, $kept))), "\n";
            $ticket = $answer[2] ?? $ticket;
        }
        if ($redis->call('TYPE', "$key:q") === 'zset' && count($answer) === 4) {
            Check::between(2000, 3000, $redis->call('PTTL', "$key:q"), "$queue, $state: lifetime of the queue");
        }
        $redis->call('DEL', $key, "$key:q");
    }
}
?>
--EXPECT--
nobody              free      1: granted            ours 30 s |
nobody              free      2: granted            ours 30 s |
nobody              another's 1: 60 s now first     other 60 s | ours@now
nobody              another's 2: 60 s now first     other 60 s | ours@now
nobody              ours      1: granted            ours 60 s |
nobody              ours      2: granted            ours 60 s |
nobody              our claim 1: granted            ours 30 s |
nobody              our claim 2: granted            ours 30 s |
nobody              a hash    1: never now first    foreign | ours@now
nobody              a hash    2: never now first    foreign | ours@now
me                  free      1: granted            ours 30 s |
me                  free      2: granted            ours 30 s |
me                  another's 1: 60 s @10 first     other 60 s | ours
me                  another's 2: 60 s @10 first     other 60 s | ours
me                  ours      1: granted            ours 60 s |
me                  ours      2: granted            ours 60 s |
me                  our claim 1: granted            ours 30 s |
me                  our claim 2: granted            ours 30 s |
me                  a hash    1: never @10 first    foreign | ours
me                  a hash    2: never @10 first    foreign | ours
one before me       free      1: claim @10 first    a a claim | ours | woken a: yours ours: first
one before me       free      2: claim @10 first    a a claim | ours | woken a: yours
one before me       another's 1: never @10 second   other 60 s | a ours
one before me       another's 2: never @10 second   other 60 s | a ours
one before me       ours      1: granted            ours 60 s | a
one before me       ours      2: granted            ours 60 s | a
one before me       our claim 1: granted            ours 30 s | a
one before me       our claim 2: granted            ours 30 s | a
one before me       a hash    1: never @10 second   foreign | a ours
one before me       a hash    2: never @10 second   foreign | a ours
two before me       free      1: claim @10 second   a a claim | b ours | woken a: yours b: first
two before me       free      2: claim @10 second   a a claim | b ours | woken a: yours b: first
two before me       another's 1: never @10 behind   other 60 s | a b ours
two before me       another's 2: never @10 behind   other 60 s | a b ours
two before me       ours      1: granted            ours 60 s | a b
two before me       ours      2: granted            ours 60 s | a b
two before me       our claim 1: granted            ours 30 s | a b
two before me       our claim 2: granted            ours 30 s | a b
two before me       a hash    1: never @10 behind   foreign | a b ours
two before me       a hash    2: never @10 behind   foreign | a b ours
others, not me      free      1: claim now behind   a a claim | b c ours@now | woken a: yours b: first
others, not me      free      2: claim now behind   a a claim | b c ours@now | woken a: yours b: first
others, not me      another's 1: never now behind   other 60 s | a b c ours@now
others, not me      another's 2: never now behind   other 60 s | a b c ours@now
others, not me      ours      1: granted            ours 60 s | a b c
others, not me      ours      2: granted            ours 60 s | a b c
others, not me      our claim 1: granted            ours 30 s | a b c
others, not me      our claim 2: granted            ours 30 s | a b c
others, not me      a hash    1: never now behind   foreign | a b c ours@now
others, not me      a hash    2: never now behind   foreign | a b c ours@now
unseen ones         free      1: claim now first    c a claim | ours@now | woken c: yours
unseen ones         free      2: claim now first    c a claim | ours@now | woken c: yours
unseen ones         another's 1: never now second   other 60 s | c ours@now
unseen ones         another's 2: never now second   other 60 s | c ours@now
unseen ones         ours      1: granted            ours 60 s | a b c
unseen ones         ours      2: granted            ours 60 s | a b c
unseen ones         our claim 1: granted            ours 30 s | a b c
unseen ones         our claim 2: granted            ours 30 s | a b c
unseen ones         a hash    1: never now second   foreign | c ours@now
unseen ones         a hash    2: never now second   foreign | c ours@now
one from the future free      1: claim now first    c a claim | ours@now | woken c: yours
one from the future free      2: claim now first    c a claim | ours@now | woken c: yours
one from the future another's 1: never now second   other 60 s | c ours@now
one from the future another's 2: never now second   other 60 s | c ours@now
one from the future ours      1: granted            ours 60 s | a c
one from the future ours      2: granted            ours 60 s | a c
one from the future our claim 1: granted            ours 30 s | a c
one from the future our claim 2: granted            ours 30 s | a c
one from the future a hash    1: never now second   foreign | c ours@now
one from the future a hash    2: never now second   foreign | c ours@now
one without seen    free      1: claim now first    c a claim | ours@now | woken c: yours
one without seen    free      2: claim now first    c a claim | ours@now | woken c: yours
one without seen    another's 1: never now second   other 60 s | c ours@now
one without seen    another's 2: never now second   other 60 s | c ours@now
one without seen    ours      1: granted            ours 60 s | a c
one without seen    ours      2: granted            ours 60 s | a c
one without seen    our claim 1: granted            ours 30 s | a c
one without seen    our claim 2: granted            ours 30 s | a c
one without seen    a hash    1: never now second   foreign | c ours@now
one without seen    a hash    2: never now second   foreign | c ours@now
of another type     free      1: granted            ours 30 s | untouched foreign
of another type     free      2: granted            ours 30 s | untouched foreign
of another type     another's 1: held               other 60 s | untouched foreign
of another type     another's 2: held               other 60 s | untouched foreign
of another type     ours      1: granted            ours 60 s | untouched foreign
of another type     ours      2: granted            ours 60 s | untouched foreign
of another type     our claim 1: granted            ours 30 s | untouched foreign
of another type     our claim 2: granted            ours 30 s | untouched foreign
of another type     a hash    1: held               foreign | untouched foreign
of another type     a hash    2: held               foreign | untouched foreign
