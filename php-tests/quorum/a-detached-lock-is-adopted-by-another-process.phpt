--TEST--
Over five servers a detached lock outlives its process, and another process adopts it, with a server dead or a token that stays at another one
--FILE--
<?php
$set = QuorumSet::start();
foreach (['all well', 'one dead', 'two dead'] as $number => $what) {
    foreach ([false, true] as $fencing) {
        $name = Check::unique('detached');
        $config = $set->config(['fencing' => $fencing]);
        $worker = Worker::run(<<<'PHP'
            $lock = new RedisMutexLock(unserialize($argv[1]));
            Tests\Check::true($lock->lock($argv[2], 0, 600), 'lock');
            say((string) $lock->fence($argv[2]));
            say((string) $lock->detach($argv[2]));
            PHP, [serialize($config), $name]);
        $fence = (int) $worker->line(20);
        $token = $worker->line();
        $worker->finish();
        $set->agree($name, $token);
        $number > 0 && $set->servers()[$number]->running() && $set->kill($number);
        $lock = new RedisMutexLock($config);
        Check::same($token, $lock->owner($name), "$what: the lock lives on");
        Check::true($lock->adopt($name, $token, null), "$what: adopt");
        Check::same($lock->token($name), $lock->owner($name), "$what: whose it is");
        Check::same($fencing, $lock->fence($name) > $fence, "$what: the fence");
        Check::same(false, (new RedisMutexLock($config))->adopt($name, $token), "$what: the old token is used up");
        Check::true($lock->unlock($name), "$what: unlock");
    }
}
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
