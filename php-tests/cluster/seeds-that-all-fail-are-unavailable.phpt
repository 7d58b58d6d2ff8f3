--TEST--
If no seed of a Cluster answers, a call throws within one command timeout and names a seed, and a wait goes on for retry_for
--FILE--
<?php
$set = ClusterSet::shared();
$silent = static fn (): Proxy => Proxy::to(RedisServer::shared(), ['do' => 'stall']);
$proxies = [$silent(), $silent(), $silent()];
foreach (['dead' => [Port::free(), Port::free()], 'silent' => array_column($proxies, 'port')] as $what => $ports) {
    $seeds = array_map(static fn (int $port): string => "127.0.0.1:$port", $ports);
    $lock = new RedisMutexLock($set->config(['cluster' => $seeds, 'command_timeout' => 1, 'retry_for' => 1.5]));
    foreach ([0 => [0, 3], 60 => [1.4, 8]] as $timeout => [$least, $most]) {
        $began = hrtime(true);
        $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', $timeout))->getMessage();
        Check::between($least, $most, (hrtime(true) - $began) / 1e9, "$what, timeout $timeout: seconds");
        Check::true(array_filter($seeds, static fn (string $seed): bool => str_contains($message, $seed)) !== [], "$what: it names a seed: $message");
    }
}
echo 'done';
?>
--EXPECT--
done
