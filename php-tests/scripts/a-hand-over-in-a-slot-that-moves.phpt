--TEST--
A release in a slot that moves hands over although it cannot wake the waiter, and the waiter's next question is granted
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\ClusterSet;
use Tests\RedisError;
use Tests\Script;

// All keys of the test are in one slot.
$key = '{lock}';
$slot = ClusterSet::start()->moving($key);
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

// Both keys have moved. The target makes wake lists.
$slot->move($key);
$slot->move("$key:q");
Check::same(1, Script::release($slot->node(true), $key, 'a'), 'the release at the target');
Check::same(['yours'], Script::wakeUps($slot->node(true), $key, 'b'), 'the next waiter is woken');

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
