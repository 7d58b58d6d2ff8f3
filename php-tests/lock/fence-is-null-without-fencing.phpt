--TEST--
fence is null without fencing in the configuration, and no counter is made
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('plain');

foreach ([[], ['fencing' => false], ['fencing' => null], ['fencing' => '']] as $more) {
    $lock = new RedisMutexLock(['url' => $server->url()] + $more);
    Check::same(true, $lock->lock($name), 'lock');
    Check::same(null, $lock->fence($name), 'fence');
    Check::same(true, $lock->adopt($name, $lock->detach($name)), 'adopt');
    Check::same(null, $lock->fence($name), 'fence after adopt');
    Check::same(["lock:$name"], $redis->call('KEYS', "*$name*"), 'keys');
    Check::same(true, $lock->unlock($name), 'unlock');
}

// An object with fencing and an object without it exclude each other.
$fencing = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);
Check::same(true, $fencing->lock($name), 'with fencing');
Check::same(false, $lock->lock($name), 'without, while it is held');
Check::same(true, $fencing->unlock($name), 'unlock');
Check::same(true, $lock->lock($name), 'without');
Check::same(false, $fencing->lock($name), 'with fencing, while it is held');

echo 'done';
?>
--EXPECT--
done
