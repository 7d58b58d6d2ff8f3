--TEST--
The short forms of acquire do what its long form does: a newcomer gets the same place, and a claim whose wake-up was read becomes the same lease
--FILE--
<?php
$redis = RedisServer::shared()->client();
$now = static fn (): int => (int) vsprintf('%d%06d', $redis->call('TIME'));
/** Makes the states, asks, and returns the reply and what is left, without the numbers that differ from run to run. */
$after = static function (array $lock, array $waiters, bool|string $joins, bool $fencing = false) use ($redis, $now): array {
    $key = Check::unique('short');
    $lock === [] || $redis->call($lock[0], $key, ...array_slice($lock, 1));
    foreach ($waiters as $place => $token) {
        $redis->call('ZADD', "$key:q", $place + 1, $token, -Script::mark($now()), "seen:$token");
    }
    $reply = Script::acquire($redis, $key, 'ours', 30_000, $fencing, joins: $joins);
    $rough = static fn (mixed $number): mixed => match (true) {
        !is_int($number) || $number <= 2 => $number,
        $number > 1_000_000_000_000 => 'now',
        default => (int) ceil($number / 10_000),
    };
    $line = $redis->call('ZRANGEBYSCORE', "$key:q", '-inf', '+inf');
    sort($line);
    $holder = $redis->call('TYPE', $key) === 'string' ? $redis->call('GET', $key) : 'foreign or free';
    $left = (int) ceil($redis->call('PTTL', $key) / 10_000);
    $ours = (int) $redis->call('ZSCORE', "$key:q", 'ours');
    $mark = -(int) $redis->call('ZSCORE', "$key:q", 'seen:ours') % 1000;
    $ours === 0 || Check::same($ours, $reply[2], 'the ticket');
    Check::true($redis->call('EXISTS', "$key:q") === 0 || $redis->call('PTTL', "$key:q") > 0 || $waiters !== [], 'the queue ends');

    return [array_map($rough, $reply), $holder, $left, $line, $mark];
};
$locks = [
    'free' => [],
    "another's" => ['SET', 'other', 'PX', 60_000],
    "another's, endless" => ['SET', 'other'],
    "another's claim" => ['SET', 'other', 'PX', 900],
    'our claim' => ['SET', 'ours', 'PX', 900],
    'our longer lease' => ['SET', 'ours', 'PX', 60_000],
    'ours, endless' => ['SET', 'ours'],
    'a hash' => ['HSET', 'other', 'other'],
];
foreach ($locks as $state => $lock) {
    foreach ([[], ['a'], ['a', 'b'], ['a', 'b', 'c']] as $waiters) {
        foreach ([false, true] as $fencing) {
            $expected = $after($lock, $waiters, true, $fencing);
            foreach (['newcomer', 'woken'] as $joins) {
                $what = "$state, " . count($waiters) . " wait, $joins" . ($fencing ? ', with a fencing token' : '');
                $found = $after($lock, $waiters, $joins, $fencing);
                // Behind other waiters a newcomer leaves it to them to look at a claim.
                Check::same($expected, $found, $what);
            }
        }
    }
}

// The claim of a waiter is shorter than its lease.
foreach ([1 => 1, 50 => 48, 1001 => 999, 1002 => 1000, 60_000 => 1000] as $lease => $claim) {
    foreach (['newcomer', true] as $joins) {
        $key = Check::unique('claim');
        $redis->call('SET', $key, 'other', 'PX', 60_000);
        Script::acquire($redis, $key, 'ours', $lease, joins: $joins);
        Check::same($claim - 1, -(int) $redis->call('ZSCORE', "$key:q", 'seen:ours') % 1000, "a lease of $lease ms");
    }
}

// A token that joins again has no old wake-up, so a wake-up that it reads later is of its next claim.
$key = Check::unique('stale');
$redis->call('SET', $key, 'other', 'PX', 60_000);
$ticket = Script::acquire($redis, $key, 'ours', joins: 'newcomer')[2];
$redis->call('RPUSH', "$key:wake:{{$key}}:ours", 'yours 1');
Check::same($ticket, Script::acquire($redis, $key, 'ours', ticket: $ticket, joins: 'woken')[2], 'it waits on');
Check::same([], Script::wakeUps($redis, $key, 'ours'), 'its wake-ups');
echo 'done';
?>
--EXPECT--
done
