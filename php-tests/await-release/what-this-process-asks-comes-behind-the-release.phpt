--TEST--
All that this process asks of the same server comes behind a release that is not awaited, through any object
--FILE--
<?php
// Each release is in flight for a while, so a question that passed it would find the lock held.
$proxy = Proxy::to(RedisServer::shared(), ['command' => 'EVALSHA', 'do' => 'delay', 'ms' => 20]);
$config = $proxy->config() + ['await_release' => false, 'command_timeout' => 20];
$lock = Ahead::object($config);
$other = new RedisMutexLock($config);
$awaiting = new RedisMutexLock(['await_release' => true] + $config);
$name = Check::unique('name');
$tokens = fn (): array => array_column($lock->list($name), 'owner');
$questions = [
    'isLocked' => fn () => Check::same(false, $lock->isLocked($name), 'isLocked'),
    'isLocking' => fn () => Check::same(false, $lock->isLocking($name), 'isLocking'),
    'owner' => fn () => Check::same(null, $lock->owner($name), 'owner'),
    'list' => fn () => Check::same([], $tokens(), 'list'),
    'lock' => fn () => Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), 'lock'),
    'a wait' => fn () => Check::true($lock->lock($name, 5, 60) && $lock->unlock($name), 'a wait'),
    'a renewed lock' => fn () => Check::true($lock->lock($name, 0, null) && $lock->unlock($name), 'renewed'),
    'synchronized' => fn () => Check::same(1, $lock->synchronized($name, fn () => 1, 0, 60), 'synchronized'),
    'a given token' => fn () => Check::true($lock->lock($name, 0, 60, token: RedisMutexLock::generateToken()) && $lock->unlock($name), 'given'),
    'unlock again' => fn () => Check::same(false, $lock->unlock($name), 'unlock again'),
    'forceUnlock' => fn () => Check::same(false, $lock->forceUnlock($name), 'forceUnlock'),
    'another object looks' => fn () => Check::same(false, $other->isLocked($name), 'another looks'),
    'another object locks' => fn () => Check::true($other->lock($name, 0, 60) && $other->unlock($name), 'another locks'),
    'another object lists' => fn () => Check::same([], $other->list($name), 'another lists'),
    'an object that awaits' => fn () => Check::true($awaiting->lock($name, 0, 60) && $awaiting->unlock($name), 'awaiting'),
];
foreach ($questions as $what => $ask) {
    foreach (['unlock', 'unlockAll'] as $method) {
        Check::true($lock->lock($name, 0, 60), "$method, then $what: lock");
        $old = $lock->token($name);
        Check::true($method === 'unlock' ? $lock->unlock($name) : $lock->unlockAll(), "$method, then $what");
        $ask();
        Check::same(false, $lock->adopt($name, $old, 60), "$method, then $what: the old token owns nothing");
    }
}
Check::same(1, $proxy->accepted(), 'one connection');
echo "done\n";
?>
--EXPECT--
done
