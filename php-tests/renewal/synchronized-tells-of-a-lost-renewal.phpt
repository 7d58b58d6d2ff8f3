--TEST--
synchronized tells of a renewed lease that was lost, with the result; the callback's own exception wins
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock([...$server->config(), 'lease' => 1.2]);
$name = Check::unique('section');
$lose = static function () use ($redis, $lock, $name): string {
    $redis->call('SET', "lock:$name", 'foreign', 'PX', 60_000);
    Check::eventually(fn (): bool => $lock->remaining($name) === null, 5, 'it is lost');

    return 'result';
};
$lost = Check::throws(RedisMutexLockLostException::class, fn () => $lock->synchronized($name, $lose));
Check::same('result', $lost->result, 'the result');
Check::same('foreign', $redis->call('GET', "lock:$name"), 'the next holder');
$redis->call('DEL', "lock:$name");

Check::throws(DomainException::class, fn () => $lock->synchronized($name, static function () use ($lose): never {
    $lose();
    throw new DomainException('its own');
}), 'its own');
Check::same('foreign', $redis->call('GET', "lock:$name"), 'the next holder again');
$redis->call('DEL', "lock:$name");

// The callback takes longer than the lease, and nothing is lost.
Check::same('kept', $lock->synchronized($name, static fn (): string => usleep(1_500_000) ?? 'kept'), 'kept');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'key');
echo 'done';
?>
--EXPECT--
done
