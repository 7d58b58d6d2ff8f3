--TEST--
On a server without memory release, free, hand-over, the take-over of keys that were passed on, queueing, giving up and expire work; acquire, take and adopt take nothing
--FILE--
<?php
$server = RedisServer::start(['maxmemory-policy' => 'noeviction']);
$redis = $server->client();
$tickets = [];
$keys = ['a', 'b', 'c', 'd', 'e', 'plain', 'fenced', 'good', 'good, fenced', 'left'];
foreach ($keys as $key) {
    $redis->call('SET', $key, $key === 'd' ? 'old' : 'ours', 'PX', 60_000);
}
foreach (['plain', 'fenced', 'good', 'good, fenced', 'left'] as $key) {
    Check::same(1, Script::acquire($redis, $key, 'first', joins: true)[3], "$key: the first one waits");
    [, , $tickets[$key], $rank] = Script::acquire($redis, $key, 'second', joins: true);
    Check::same(2, $rank, "$key: and a second one");
}
$redis->call('CONFIG', 'SET', 'maxmemory', '1');
Check::throws(RedisError::class, fn () => $redis->call('SET', 'x', 'y'), 'OOM');

Check::same(1, Script::release($redis, 'a'), 'release');
Check::same(0, $redis->call('EXISTS', 'a'), 'the key');
Check::same(1, Script::expire($redis, 'b', lease: 600_000), 'expire');
Check::between(300_000, 600_000, $redis->call('PTTL', 'b'), 'lifetime');
Check::same(0, Script::release($redis, 'c', 'another'), "release of another's");
Check::same([1, null], Script::take($redis, 'e', lease: 600_000), 'take of what is ours');
Check::between(300_000, 600_000, $redis->call('PTTL', 'e'), 'its lifetime');
Check::same(1, Script::free($redis, 'e'), 'free');
Check::same(0, $redis->call('EXISTS', 'e'), 'the freed key');

// The next waiter is given the key, is woken, and takes it, with a fencing token if it asks for one.
foreach (['plain' => false, 'fenced' => true] as $key => $fencing) {
    Check::same(1, Script::release($redis, $key), "$key: release");
    Check::same('first', $redis->call('GET', $key), "$key: handed over");
    Check::same(['yours'], Script::wakeUps($redis, $key, 'first'), "$key: woken");
    Check::same(['first'], Script::wakeUps($redis, $key, 'second'), "$key: who is the first now");
    $reply = Script::acquire($redis, $key, 'first', fencing: $fencing, joins: 'woken');
    Check::same([1, $fencing], [$reply[0], is_int($reply[1])], "$key: granted, and the fence");
    Check::between(10_000, 30_000, $redis->call('PTTL', $key), "$key: for its whole lease");
    Check::same(['second', 'seen:second'], array_values(array_intersect(
        $redis->call('ZREVRANGE', "$key:q", 0, -1),
        ['first', 'seen:first', 'second', 'seen:second'],
    )), "$key: who waits still");
    // A waiter shows again and again that it lives, with its ticket, and so keeps its place.
    $seen = $redis->call('ZSCORE', "$key:q", 'seen:second');
    [$granted, , $ticket, $rank] = Script::acquire($redis, $key, 'second', 30_000, $fencing, $tickets[$key], true);
    Check::same([0, $tickets[$key], 1], [$granted, $ticket, $rank], "$key: the second one keeps its place");
    Check::true($redis->call('ZSCORE', "$key:q", 'seen:second') < $seen, "$key: and was seen");
}
// A hand-over for good says whose keys go to the waiter. The waiter takes such a key over, alone or out of a queue.
foreach (['good' => false, 'good, fenced' => true] as $key => $fencing) {
    Check::same(2, Script::release($redis, $key, forGood: true), "$key: release");
    Check::same(['yours from ours'], Script::wakeUps($redis, $key, 'first'), "$key: woken");
    $reply = Script::acquire($redis, $key, 'first', fencing: $fencing, joins: true, passedBy: '');
    Check::same([1, $fencing, 'ours'], [$reply[0], is_int($reply[1]), $reply[2]], "$key: granted, the fence, and by whom");
    $reply = Script::acquire($redis, $key, 'second', 600_000, $fencing, $tickets[$key], true, 'first');
    Check::same([1, $fencing, 'first'], [$reply[0], is_int($reply[1]), $reply[2]], "$key: the second one takes it over");
    Check::same('second', $redis->call('GET', $key), "$key: who has it");
    Check::between(300_000, 600_000, $redis->call('PTTL', $key), "$key: its lifetime");
    Check::same(0, $redis->call('EXISTS', "$key:q"), "$key: nobody waits");
    $reply = Script::acquire($redis, $key, 'third', fencing: $fencing, passedBy: 'second');
    Check::same([1, $fencing, 'second'], [$reply[0], is_int($reply[1]), $reply[2]], "$key: where nobody waits");
}
// A waiter gives up: with release, or with a last look.
Check::same(0, Script::release($redis, 'left', 'second'), 'the second one gives up');
Check::same(2, $redis->call('ZCARD', 'left:q'), 'it has left the queue');
Check::same([0], Script::acquire($redis, 'left', 'first'), 'the last look of the first one');
Check::same(0, $redis->call('EXISTS', 'left:q'), 'nobody waits');

// The reply is an error. There is no lock, no counter and no place in the queue.
foreach ([false, true] as $fencing) {
    foreach ([['new', false], ['new', true], ['new', 'newcomer'], ['c', true], ['c', 'newcomer']] as [$key, $joins]) {
        $acquire = fn () => Script::acquire($redis, $key, 'mine', fencing: $fencing, joins: $joins);
        Check::throws(RedisError::class, $acquire, 'OOM');
    }
    Check::throws(RedisError::class, fn () => Script::take($redis, 'new', 'mine', fencing: $fencing), 'OOM');
    Check::throws(RedisError::class, fn () => Script::adopt($redis, 'd', 'mine', fencing: $fencing), 'OOM');
}
Check::same(0, $redis->call('EXISTS', 'new', 'new:f', 'new:q', 'c:q', 'd:f'), 'what was not taken');
Check::same('old', $redis->call('GET', 'd'), 'what was not adopted');
echo 'done';
?>
--EXPECT--
done
