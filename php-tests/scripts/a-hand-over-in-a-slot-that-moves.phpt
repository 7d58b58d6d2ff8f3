--TEST--
A release in a slot that moves hands over although it cannot wake the waiter, and the waiter's next question is granted; no wake list is ever at both nodes
--FILE--
<?php
// All keys of the test are in one slot.
$key = '{lock}';
$set = ClusterSet::start();
$slot = $set->moving($key);
$slot->source->call('SET', $key, 'ours', 'PX', 60_000);
foreach (['a', 'b', 'c'] as $waiter) {
    $ticket[$waiter] = Script::acquire($slot->source, $key, $waiter, joins: true)[2];
}
$slot->begin();
// The lock and its queue are at the source. The wake lists do not exist, so the source may not make them.
$push = static fn () => $slot->at(false, 'RPUSH', "$key:wake:{{$key}}:a", 'yours');
Check::true(str_starts_with(Check::throws(RedisError::class, $push)->getMessage(), 'ASK '), 'a wake list is asked for');
Check::same(1, Script::release($slot->source, $key), 'the release');
Check::same('a', $slot->at(false, 'GET', $key), 'the lock is the first waiter\'s');
Check::between(1, 1000, $slot->at(false, 'PTTL', $key), 'as a claim');
Check::same(['b', 'c'], $slot->at(false, 'ZRANGEBYSCORE', "$key:q", 1, '+inf'), 'the others still wait');
Check::same([1, null], Script::acquire($slot->source, $key, 'a', ticket: $ticket['a'], joins: true), 'the waiter asks');
Check::between(20_000, 30_000, $slot->at(false, 'PTTL', $key), 'its own lease');

// Both keys have moved, and the target has no wake list. It makes none: 'b' might have one at the source.
$slot->move($key);
$slot->move("$key:q");
Check::same(1, Script::release($slot->node(true), $key, 'a'), 'the release at the target');
Check::same(['c'], $slot->at(true, 'ZRANGEBYSCORE', "$key:q", 1, '+inf'), 'it hands over to the next waiter');
Check::same(0, $slot->at(true, 'EXISTS', "$key:wake:{{$key}}:b"), 'no wake list is made');
Check::same([1, null], Script::acquire($slot->node(true), $key, 'b', ticket: $ticket['b'], joins: true), 'it asks');
Check::true($slot->end(), 'the slot has moved');
Check::same(1, Script::release($slot->target, $key, 'b'), 'the release at the new node');
Check::same(['yours'], Script::wakeUps($slot->target, $key, 'c'), 'the next waiter is woken');

// An unread wake list moves too, at last. Until then it is at the source, or at the target, and never at both.
$slot = $set->moving($key);
$wake = "$key:wake:{{$key}}:c";
foreach ([false, true] as $listIsFirst) {
    $what = $listIsFirst ? 'the wake list moves first' : 'the wake list moves last';
    $slot->reset();
    $slot->source->call('SET', $key, 'ours', 'PX', 60_000);
    foreach (['c', 'd'] as $waiter) {
        Script::acquire($slot->source, $key, $waiter, joins: true);
    }
    $slot->source->call('RPUSH', $wake, 'first');
    $slot->begin();
    $listIsFirst && $slot->move($wake);
    $slot->move($key);
    $slot->move("$key:q");
    Check::same(1, Script::release($slot->node(true), $key), "$what: the release");
    Check::same(['d'], $slot->at(true, 'ZRANGEBYSCORE', "$key:q", 1, '+inf'), "$what: it hands over");
    $wakeUps = Script::wakeUps($slot->node($listIsFirst), $key, 'c');
    Check::same($listIsFirst ? ['first', 'yours'] : ['first'], $wakeUps, "$what: its words");
    // MIGRATE says BUSYKEY to a key that is at the target already.
    array_map($slot->move(...), $slot->keys(false));
    Check::same([], $slot->keys(false), "$what: all keys have moved");
}

// Where only one of the two keys has moved, no node runs the script, and nothing changes.
foreach (['the lock' => $key, 'the queue' => "$key:q"] as $what => $moved) {
    $slot->reset();
    $slot->source->call('SET', $key, 'ours', 'PX', 60_000);
    Script::acquire($slot->source, $key, 'a', joins: true);
    $slot->begin();
    $slot->move($moved);
    foreach ([false, true] as $atTarget) {
        $release = static fn () => Script::release($slot->node($atTarget), $key);
        $error = Check::throws(RedisError::class, $release)->getMessage();
        Check::true(preg_match('/^(TRYAGAIN|ASK) /', $error) === 1, "only $what has moved: $error");
    }
    Check::same('ours', $slot->at($moved === $key, 'GET', $key), "only $what has moved: the lock");
    Check::same(['a'], $slot->at($moved !== $key, 'ZRANGEBYSCORE', "$key:q", 1, '+inf'), "only $what has moved: the queue");
}
echo 'done';
?>
--EXPECT--
done
