--TEST--
Over five servers all locks of a process are free when it ends: at its last line, by exit, by an exception
--FILE--
<?php
$set = QuorumSet::shared();
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
    Check::eventually(static fn (): bool => count($set->keys("lock:$name*")) === 15, 10, "$ending: each server has all three");
    $worker->tell('end');
    $worker->wait();
    $set->vanishes("lock:$name*");
}
echo 'done';
?>
--EXPECT--
done
