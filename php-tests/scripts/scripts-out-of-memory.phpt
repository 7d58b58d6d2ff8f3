--TEST--
On a server without memory release, hand-over, queueing, giving up and expire work; acquire and adopt take nothing
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisError;
use Tests\RedisServer;
use Tests\Script;

$server = RedisServer::start(['maxmemory-policy' => 'noeviction']);
$redis = $server->client();
$tickets = [];
$keys = ['a', 'b', 'c', 'd', 'plain', 'fenced', 'left'];
foreach ($keys as $key) {
    $redis->call('SET', $key, $key === 'd' ? 'old' : 'ours', 'PX', 60_000);
}
foreach (['plain', 'fenced', 'left'] as $key) {
    Check::same(1, Script::run($redis, 'acquire', $key, 'first', 30_000, 0, '', 1)[3], "$key: the first one waits");
    [, , $tickets[$key], $rank] = Script::run($redis, 'acquire', $key, 'second', 30_000, 0, '', 1);
    Check::same(2, $rank, "$key: and a second one");
}
$redis->call('CONFIG', 'SET', 'maxmemory', '1');
Check::throws(RedisError::class, fn () => $redis->call('SET', 'x', 'y'), 'OOM');

Check::same(1, Script::run($redis, 'release', 'a', 'ours'), 'release');
Check::same(0, $redis->call('EXISTS', 'a'), 'the key');
Check::same(1, Script::run($redis, 'expire', 'b', 'ours', 600_000), 'expire');
Check::between(300_000, 600_000, $redis->call('PTTL', 'b'), 'lifetime');
Check::same(0, Script::run($redis, 'release', 'c', 'another'), "release of another's");

// Whoever is next is given it, woken, and takes it, with a fence where it wants one.
foreach (['plain' => 0, 'fenced' => 1] as $key => $fencing) {
    Check::same(1, Script::run($redis, 'release', $key, 'ours'), "$key: release");
    Check::same('first', $redis->call('GET', $key), "$key: handed over");
    Check::same(['yours'], $redis->call('LRANGE', "$key:wake:{{$key}}:first", 0, -1), "$key: woken");
    Check::same(['first'], $redis->call('LRANGE', "$key:wake:{{$key}}:second", 0, -1), "$key: who is the first now");
    $reply = Script::run($redis, 'acquire', $key, 'first', 30_000, $fencing, '', 1);
    Check::same([1, $fencing === 1], [$reply[0], is_int($reply[1])], "$key: granted, and the fence");
    Check::between(10_000, 30_000, $redis->call('PTTL', $key), "$key: for its whole lease");
    Check::same(['second', 'seen:second'], array_values(array_intersect(
        $redis->call('ZREVRANGE', "$key:q", 0, -1),
        ['first', 'seen:first', 'second', 'seen:second'],
    )), "$key: who waits still");
    // Who waits says again and again that it lives, with its ticket: nobody passes it over.
    $seen = $redis->call('ZSCORE', "$key:q", 'seen:second');
    [$granted, , $ticket, $rank] = Script::run($redis, 'acquire', $key, 'second', 30_000, $fencing, $tickets[$key], 1);
    Check::same([0, $tickets[$key], 1], [$granted, $ticket, $rank], "$key: the second one keeps its place");
    Check::true($redis->call('ZSCORE', "$key:q", 'seen:second') < $seen, "$key: and was seen");
}
// Giving up: with release, and with a last look.
Check::same(0, Script::run($redis, 'release', 'left', 'second'), 'the second one gives up');
Check::same(2, $redis->call('ZCARD', 'left:q'), 'it is out');
Check::same([0], Script::run($redis, 'acquire', 'left', 'first', 30_000, 0, '', 0), 'the last look of the first one');
Check::same(0, $redis->call('EXISTS', 'left:q'), 'nobody waits');

// An error, and neither a lock nor a counter nor a place in the queue.
foreach ([0, 1] as $fencing) {
    foreach ([['acquire', 'new', '', 0], ['acquire', 'new', '', 1], ['acquire', 'c', '', 1], ['adopt', 'd', 'old']] as $call) {
        [$which, $key] = $call;
        $more = array_slice($call, 2);
        $run = fn () => Script::run($redis, $which, $key, 'mine', 30_000, $fencing, ...$more);
        Check::throws(RedisError::class, $run, 'OOM');
    }
}
Check::same(0, $redis->call('EXISTS', 'new', 'new:f', 'new:q', 'c:q', 'd:f'), 'what was not taken');
Check::same('old', $redis->call('GET', 'd'), 'what was not adopted');
echo 'done';
?>
--EXPECT--
done
