--TEST--
Behind Sentinel all locks of a process are free when it ends: at its last line, by exit, by an exception
--FILE--
<?php
$set = SentinelSet::shared();
foreach (['return;', 'exit(3);', 'throw new Exception("x");'] as $ending) {
    $name = Check::unique('end');
    $worker = Worker::run(<<<PHP
        [, \$config, \$name] = \$argv;
        \$lock = new RedisMutexLock(unserialize(\$config));
        foreach ([60, null, 60] as \$i => \$expire) {
            Tests\Check::true(\$lock->lock("\$name-\$i", 0, \$expire), 'lock');
        }
        say('locked');
        hear();
        $ending
        PHP, [serialize($set->config()), $name]);
    $worker->expect('locked');
    Check::same(3, count($set->keys("lock:$name*")), "$ending: held");
    $worker->tell('end');
    $worker->wait();
    Check::same([], $set->keys("lock:$name*"), "$ending: what is left");
}
echo 'done';
?>
--EXPECT--
done
