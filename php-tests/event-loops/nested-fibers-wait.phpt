--TEST--
A fiber inside a fiber waits, and a wait begins inside the callback of synchronized, while another fiber has the lock
--FILE--
<?php
$server = RedisServer::shared();
[$outer, $inner] = [Check::unique('outer'), Check::unique('inner')];
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($inner, 0, 60) && $holder->lock($outer, 0, 60), 'held');
$results = [];
$loop->start(function () use ($server, $outer, $inner, &$results): void {
    $lock = new RedisMutexLock($server->url());
    $results['section'] = $lock->synchronized($outer, function () use ($lock, $inner): bool {
        return $lock->lock($inner, 60, 60);
    }, 60);
    $results['held'] = $lock->held() === [$inner];
    $results['released'] = $lock->unlockAll();
});
$loop->start(function () use ($server, $inner, &$results): void {
    $nested = new Fiber(fn (): bool => (new RedisMutexLock($server->url()))->synchronized($inner, fn (): bool => true, 60));
    for ($for = $nested->start(); !$nested->isTerminated(); $for = $nested->resume()) {
        Fiber::suspend($for);
    }
    $results['nested'] = $nested->getReturn();
});
$loop->start(function () use ($loop, $holder, $outer, $inner): void {
    $loop->sleep(0.1);
    Check::true($holder->unlock($outer), 'the outer lock');
    $loop->sleep(0.1);
    Check::true($holder->unlock($inner), 'the inner lock');
});
$loop->run();
ksort($results);
Check::same(['held' => true, 'nested' => true, 'released' => true, 'section' => true], $results, 'results');
echo "done\n";
?>
--EXPECT--
done
