--TEST--
Calls that throw or return leave no memory behind
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('leak');
class Magic
{
    public function __call(string $name, array $arguments): string
    {
        return str_repeat('x', 1000);
    }
}
$big = static fn (): string => str_repeat('y', 1000);
$calls = [
    'lock' => fn () => $lock->lock($name, '0', '5.5'),
    'unlock' => fn () => $lock->unlock($name),
    'lock under a token' => fn () => $lock->lock($name, 0, 60, token: RedisMutexLock::generateToken()),
    'list' => fn () => $lock->list("$name*"),
    'unlock and expire for an owner' => fn () => $lock->expire($name, 9, $lock->owner($name)) && $lock->unlock($name, $lock->owner($name)),
    'a wrong token' => fn () => $lock->lock($name, token: $big()),
    'result' => fn () => $lock->synchronized($name, $big, 0, 5),
    'array result' => fn () => $lock->synchronized($name, fn () => [$big()], 0, 5),
    'magic' => fn () => $lock->synchronized($name, [new Magic(), 'm' . mt_rand()], 0, 5),
    'exception' => fn () => $lock->synchronized($name, fn () => throw new Exception($big()), 0, 5),
    'lost' => fn () => $lock->synchronized($name, fn () => [$redis->call('DEL', "lock:$name"), $big()], 0, 5),
    'no callback' => fn () => $lock->synchronized($name, 'nowhere' . mt_rand(), 0, 5),
    'TypeError' => fn () => $lock->lock($name, [$big()]),
    'ValueError' => fn () => $lock->lock(str_repeat('z', 5000)),
    'count' => fn () => $lock->lock(),
    'owner' => fn () => $lock->owner($name),
    'adopt' => fn () => $lock->adopt($name, $big()),
    'object' => fn () => new RedisMutexLock($server->url()),
    'bad configuration' => fn () => new RedisMutexLock(['nonsense' . mt_rand() => $big()]),
];
foreach ($calls as $what => $call) {
    for ($i = 0; $i < 220; $i++) {
        if ($i === 20) {
            $before = memory_get_usage();
        }
        try {
            $call();
        } catch (Throwable $thrown) {
        }
        unset($thrown);
    }
    // 200 calls: a leak of the smallest value in each call is larger than this.
    Check::between(PHP_INT_MIN, 2000, memory_get_usage() - $before, "bytes after $what");
}

echo 'done';
?>
--EXPECT--
done
