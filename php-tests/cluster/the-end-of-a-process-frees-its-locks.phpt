--TEST--
In a Cluster all locks of a process are free at all masters when it ends: at its last line, by exit, by an exception, by a fatal error
--FILE--
<?php
$set = ClusterSet::shared();
$endings = ['return;', 'exit(3);', 'throw new Exception("x");', 'trigger_error("x", E_USER_ERROR);'];
foreach ($endings as $ending) {
    $name = Check::unique('end');
    $worker = Worker::run(<<<PHP
        [, \$config, \$name] = \$argv;
        \$lock = new RedisMutexLock(unserialize(\$config));
        for (\$i = 0; \$i < 20; \$i++) {
            Tests\Check::true(\$lock->lock("\$name-\$i", 0, \$i % 2 ? 60 : null), 'lock');
        }
        say('locked');
        hear();
        $ending
        PHP, [serialize($set->config()), $name]);
    $worker->expect('locked');
    Check::same(20, count($set->keys("lock:$name-*")), "$ending: held");
    foreach ($set->masters() as $master) {
        Check::between(1, 20, count($master->client()->call('KEYS', "lock:$name-*")), "$ending: held at each master");
    }
    $worker->tell('end');
    $worker->wait();
    Check::same([], $set->keys("lock:$name*"), "$ending: what is left");
}
echo 'done';
?>
--EXPECT--
done
