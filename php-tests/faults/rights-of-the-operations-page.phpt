--TEST--
The rights on the page of operations are exactly those that locking, waiting and handing over need
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Page;
use Tests\RedisServer;
use Tests\Worker;

$rights = Page::neededRights(dirname(__DIR__, 2));
$named = explode(' +', ltrim($rights, '+'));
$server = RedisServer::start(['user' => ["least on >s ~lock:* resetchannels -@all $rights"]]);
$redis = $server->client();
$config = ['port' => $server->port, 'username' => 'least', 'password' => 's', 'database' => 2, 'command_timeout' => 5];
$redis->call('CONFIG', 'RESETSTAT');

// Without and with fencing, with a lease shorter than a claim and a longer one, with a script that the server does not
// know.
foreach ([false, true] as $fencing) {
    $lock = new RedisMutexLock(['fencing' => $fencing] + $config);
    foreach ([0.9, 30] as $expire) {
        Check::true($lock->lock('a', 0, 60), 'lock');
        $waiters = [];
        foreach (['first', 'second'] as $which) {
            $waiters[] = $waiter = Worker::run(<<<'PHP'
                $lock = new RedisMutexLock(unserialize($argv[1]));
                say($lock->lock('a', 60, (float) $argv[2]) ? 'granted' : 'refused');
                Tests\Check::true($lock->expire('a', 60), 'expire');
                Tests\Check::true($lock->unlock('a'), 'unlock');
                say('released');
                PHP, [serialize(['fencing' => $fencing] + $config), $expire]);
            $count = count($waiters);
            Check::eventually(static fn (): bool => count(array_filter(
                $redis->clients(),
                static fn (array $client): bool => $client['cmd'] === 'blpop',
            )) === $count, 10, "the $which waits");
        }
        Check::true($lock->isLocked('a') && $lock->isLocking('a') && $lock->owner('a') === $lock->token('a'), 'asked');
        Check::true($lock->unlock('a'), 'unlock');
        // In any order: the second waiter goes first if the first was not seen in time.
        foreach ($waiters as $waiter) {
            $waiter->expect('granted');
            $waiter->expect('released');
            $waiter->finish();
        }
        Check::true($lock->lock('b', 0, 60), 'lock another');
        Check::true($lock->adopt('b', $lock->detach('b'), 60), 'adopt');
        Check::true($lock->forceUnlock('b'), 'forceUnlock');
        Check::true($lock->lock('b', 0, 60) && $lock->unlockAll(), 'unlockAll');
        // So short a lease may be a claim, so the waiter sends more commands.
        Check::true($lock->lock('b', 0, 0.9), 'lock for a moment');
        (new RedisMutexLock(['fencing' => $fencing] + $config))->lock('b', 0.01, 60);
        $lock->unlock('b');
    }
}
// Without the commands of this test itself, and without AUTH, which needs no right.
$used = array_diff(array_keys(array_filter($redis->commandstats())), ['config|resetstat', 'info', 'client|list', 'auth']);
if (RedisServer::version() < 7) {
    // Redis 6 counts no subcommands.
    $used = array_diff($used, ['config', 'client']);
}
Check::same([], array_values(array_diff($used, $named)), 'used and not named');
Check::same([], array_values(array_diff($named, $used)), 'named and not used');
echo 'done';
?>
--EXPECT--
done
