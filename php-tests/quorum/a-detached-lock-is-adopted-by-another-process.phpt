--TEST--
Over five servers a detached lock outlives its process, and another process adopts it, with a server dead or a token that stays at another one
--FILE--
<?php
$set = QuorumSet::start();
$adopt = static function (string $what, array $remnants, callable $break) use ($set): void {
    foreach ([false, true] as $fencing) {
        $name = Check::unique('detached');
        foreach ($remnants as $number) {
            $set->occupy($name, 'x', $number);
        }
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
        $held = array_map(static fn (int $number): string => in_array($number, $remnants, true) ? 'x' : $token, array_keys($set->clients()));
        Check::eventually(static fn (): bool => array_values($set->holders($name)) === $held, 10, "$what: who has what");
        $break();
        $lock = new RedisMutexLock($config);
        Check::same($token, $lock->owner($name), "$what: the lock lives on");
        Check::true($lock->adopt($name, $token, null), "$what: adopt");
        Check::same($lock->token($name), $lock->owner($name), "$what: whose it is");
        Check::same($fencing, $lock->fence($name) > $fence, "$what: the fence");
        Check::same(false, @(new RedisMutexLock($config))->adopt($name, $token), "$what: the old token is used up");
        Check::true($lock->unlock($name), "$what: unlock");
        foreach ($remnants as $number) {
            Check::same('x', $set->holders($name)[$number], "$what: untouched");
            $set->servers()[$number]->client()->call('DEL', "lock:$name");
        }
    }
};
$adopt('all well', [], static fn () => null);
// One of these servers is the first of the order in which servers are adopted at.
foreach (array_keys($set->servers()) as $number) {
    $adopt("a token at server $number", [$number], static fn () => null);
}
$adopt('one dead', [], static fn () => $set->servers()[1]->running() && $set->kill(1));
$adopt('two dead', [], static fn () => $set->servers()[2]->running() && $set->kill(2));
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
