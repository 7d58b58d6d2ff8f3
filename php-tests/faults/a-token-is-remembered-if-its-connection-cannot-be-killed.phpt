--TEST--
A token of unknown outcome is remembered after its lease, if its user lacks the right to kill the abandoned connection
--FILE--
<?php
// Redis 6.2 cannot take a subcommand away, only give some of them back.
$server = RedisServer::start(['user' => [
    'kills on >s ~lock:* +@all',
    'mild on >s ~lock:* +@all -client +client|info +client|setname',
]]);
$redis = $server->client();
foreach (['kills' => 0, 'mild' => 1] as $user => $releases) {
    $proxy = Proxy::to($server);
    $login = ['username' => $user, 'password' => 's'];
    $lock = new RedisMutexLock([...$proxy->config(), 'retry_for' => 0] + $login);
    Check::same(false, $lock->isLocked('first'), 'connected');
    $proxy->rule(['command' => 'SET', 'do' => 'cutAfter']);
    $proxy->rule(['command' => 'EVAL*', 'do' => 'cutAfter']);
    $unknown = static function (string $name) use ($lock): void {
        try {
            $lock->lock($name, 0, 0.01);
            throw new Exception('it has an answer');
        } catch (RedisMutexLockUnavailableException) {
        }
    };
    $unknown('first');
    for ($i = 0; $i < 150; $i++) {
        $unknown("other $i");
    }
    $proxy->clear();
    $redis->call('CONFIG', 'RESETSTAT');
    Check::true($lock->lock('first'), 'first');
    $evals = array_filter(
        $redis->commandstats(),
        static fn (string $command): bool => str_starts_with($command, 'eval'),
        ARRAY_FILTER_USE_KEY,
    );
    Check::same($releases, array_sum($evals), "releases of the first token, for $user");
    Check::true($lock->unlock('first'), 'unlock');
    unset($lock);
}
echo "done\n";
?>
--EXPECT--
done
