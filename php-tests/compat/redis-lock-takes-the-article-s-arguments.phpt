--TEST--
RedisLock takes the arguments of its article, and gives its results
--FILE--
<?php
require dirname(__DIR__, 2) . '/examples/compat/RedisLock.php';

/** As a project that was written for the article may extend its class: without types. */
class LoudLock extends RedisLock
{
    public $log = [];

    public function lock($name, $timeout = 0, $expire = 15, $waitIntervalUs = 100000)
    {
        return $this->log[] = parent::lock($name, $timeout, $expire, $waitIntervalUs);
    }

    public function unlock($name)
    {
        return $this->log[] = parent::unlock($name);
    }

    public function unlockAll()
    {
        return $this->log[] = parent::unlockAll();
    }

    public function expire($name, $expire)
    {
        return $this->log[] = parent::expire($name, $expire);
    }

    public function isLocking($name)
    {
        return $this->log[] = parent::isLocking($name);
    }
}

$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('instance');
$left = static fn (): int => $redis->call('PTTL', "Lock:$name");

$lock = new RedisLock($server->url());
$array = new LoudLock($server->config());
Check::true($lock->lock($name), 'a free lock');
Check::between(5_000, 15_000, $left(), 'the lifetime by default');
Check::same(false, $array->lock($name), 'a held lock');
Check::same(false, $array->lock($name, '0.2', 15, '1000'), 'a held lock after a wait');
Check::same(false, $array->lock($name, -1), 'a timeout below 0');
Check::true($lock->isLocking($name), 'isLocking of its owner');
Check::true($lock->expire($name, 90), 'expire');
Check::between(60_000, 90_000, $left(), 'the lifetime after expire');
Check::true($lock->expire($name, 0), 'expire with 0');
Check::between(-2, 1_000, $left(), 'a lifetime of one second');
// On a busy machine it may be over.
$lock->unlock($name);
Check::true($lock->lock($name, 0, 60), 'lock');
Check::true($lock->unlock($name), 'unlock');
Check::same(false, $lock->unlock($name), 'unlock of what is not held');

Check::true($array->lock($name, 0, 0), 'an expire of 0');
Check::between(-2, 1_000, $left(), 'one second');
$array->unlockAll();
foreach (['', null] as $empty) {
    Check::same(
        [false, false, false, false],
        [$lock->lock($empty), $lock->unlock($empty), $lock->expire($empty, 5), $lock->isLocking($empty)],
        'an empty name',
    );
}
foreach ([$name, hrtime(true), "$name-2"] as $each) {
    Check::true($lock->lock($each, 0, 60), "lock $each");
}
Check::true($lock->unlockAll(), 'unlockAll');
Check::same([], $redis->call('KEYS', "Lock:$name*"), 'keys');

$lock->lock($name, 0, 60);
$redis->call('SET', "Lock:$name", 'somebody else');
Check::same(false, $lock->unlockAll(), 'unlockAll after a lock was lost');
Check::same('somebody else', $redis->call('GET', "Lock:$name"), 'the lock of somebody else');
$redis->call('DEL', "Lock:$name");

Check::throws(ValueError::class, fn () => new RedisLock(''), 'empty');

$array->log = [];
$array->lock($name, 0, 60);
$array->isLocking($name);
$array->expire($name, 30);
$array->unlock($name);
Check::same([true, true, true, true], $array->log, 'a subclass');
echo "done\n";
?>
--EXPECT--
done
