--TEST--
A claim whose wake-up lies unread for more than 200 ms goes to the next waiter; a claim whose wake-up was read stays, and so does a lock
--FILE--
<?php
$redis = RedisServer::shared()->client();
// [lifetime of the lock in ms, lifetime of the unread wake-up, the reply to a token that joins; the word of the wake-up,
// or how many ms after the end of the lock it says that the claim ends].
$states = [
    'a claim that was read' => [1000, null, 'held', 'yours'],
    'a claim of this moment' => [1000, 3000, 'held, look soon', 'yours'],
    'a claim unread for 300 ms' => [700, 2700, 'granted', 'yours'],
    'a short one unread for long' => [900, 1000, 'granted', 'yours'],
    'a lock beside an old wake-up' => [60_000, 1000, 'held', 'yours'],
    'a claim beside a wake-up without end' => [1000, -1, 'granted', 'yours'],
    "a lock for a moment beside somebody's string" => [1000, 'SET', 'held', 'yours'],
    'a short lock beside a wake-up of its claim' => [1000, 1000, 'held', -500],
    'a claim whose wake-up says when it ends' => [600, 2600, 'granted', 100],
    'a short lock beside a wake-up to watch' => [1000, 1000, 'held', 'first'],
];
foreach ($states as $state => [$lease, $unread, $reported, $says]) {
    // The wake-up of a hand-over for good names the token that has passed its keys on.
    foreach (['yours', 'yours old', 'yours 1 2'] as $yours) {
        foreach (['joins' => true, 'asks only' => false] as $how => $joins) {
            $key = Check::unique('unread');
            $wake = "$key:wake:{{$key}}:other";
            $redis->call('SET', $key, 'other', 'PX', $lease);
            $time = $redis->call('TIME');
            $ends = intdiv((int) vsprintf('%d%06d', $time), 1000) + $lease;
            $word = is_int($says) ? "$yours " . ($ends + $says) : $says;
            $unread === null || $redis->call(is_string($unread) ? $unread : 'RPUSH', $wake, $word);
            $redis->call('MULTI');
            is_int($unread) && $unread > 0 && $redis->call('PEXPIRE', $wake, $unread);
            Script::acquire($redis, $key, joins: $joins);
            $replies = $redis->call('EXEC');
            $reply = end($replies);
            $answer = match (true) {
                $reply[0] === 1 => 'granted',
                $joins && $reply[1] >= 0 && $reply[1] <= 200 => 'held, look soon',
                default => 'held',
            };
            Check::same($joins ? $reported : explode(',', $reported)[0], $answer, "$state, $how, $yours");
            Check::same($reported === 'granted' ? 'ours' : 'other', $redis->call('GET', $key), "$state, $how, $yours: the key");
            $redis->call('DEL', $key, "$key:q", $wake);
        }
    }
}

// The claim goes to the next waiter in line, not to the token that asks. The waiter that was passed over takes its old
// place again.
$key = Check::unique('next');
$redis->call('SET', $key, 'holder', 'PX', 60_000);
$tickets = [];
foreach (['a', 'b', 'c'] as $token) {
    $tickets[$token] = Script::acquire($redis, $key, $token, joins: true)[2];
}
Check::same(1, Script::release($redis, $key, 'holder'), 'release');
Check::same('a', $redis->call('GET', $key), 'the claim of a');
$redis->call('PEXPIRE', "$key:wake:{{$key}}:a", 2700);
[$granted, $again] = Script::acquire($redis, $key, 'c', ticket: $tickets['c'], joins: true);
Check::same(0, $granted, 'c asks');
Check::between(1, 20, $again, 'and is to look again soon');
Check::same('b', $redis->call('GET', $key), 'b has it');
Check::same(['first', 'yours'], Script::wakeUps($redis, $key, 'b'), 'b gets its wake-ups in turn');
// The next waiter may be dead as well: it has 20 ms to read its wake-up.
Check::between(2000, 2820, $redis->call('PTTL', "$key:wake:{{$key}}:b"), 'the lifetime of its wake-up');
$redis->call('PEXPIRE', "$key:wake:{{$key}}:b", 60_000);
Check::same(0, Script::acquire($redis, $key, 'a', ticket: $tickets['a'], joins: true)[0], 'a comes back');
Check::same(['a', 'c'], $redis->call('ZRANGEBYSCORE', "$key:q", 1, '+inf'), 'who waits');

// The reply that grants a claim deletes its wake-up, so that a later short lease is not taken for a claim.
Check::same([1, null], Script::acquire($redis, $key, 'b', 900, ticket: $tickets['b'], joins: true), 'b takes it');
Check::same(0, $redis->call('EXISTS', "$key:wake:{{$key}}:b"), "b's wake-up");
Check::same(1, Script::release($redis, $key, 'b'), 'b hands over');
Check::same(1, $redis->call('EXISTS', "$key:wake:{{$key}}:a"), "a's wake-up");
Check::same([1, null], Script::take($redis, $key, 'a', 900), 'a takes it, without the queue');
Check::same(0, $redis->call('EXISTS', "$key:wake:{{$key}}:a"), "a's wake-up is deleted too");
echo 'done';
?>
--EXPECT--
done
