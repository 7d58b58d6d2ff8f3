--TEST--
A loss that a method finds before the renewal is reported by the callback too, once; not if the answer to a release reports it
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
// No renewal comes before the tenth second.
$lock = new RedisMutexLock(['url' => $redis->url(), 'lease' => 30]);
$lost = [];
$lock->onLost(function (string $name) use (&$lost) {
    $lost[] = $name;
});
$takeAway = function (string $what) use ($lock, $client): string {
    $name = Check::unique($what);
    Check::true($lock->lock($name, expire: null), "lock for $what");
    Check::same(1, $client->call('DEL', "lock:$name"), "$what: taken away");

    return $name;
};

foreach (['isLocking' => [], 'expire' => [5], 'adopt' => null] as $method => $arguments) {
    $name = $takeAway($method);
    Check::same(false, $lock->$method($name, ...$arguments ?? [$lock->token($name), null]), $method);
    // The callback runs at the beginning of the next call at the latest.
    Check::same([], $lock->held(), "$method has found it");
    Check::same([$name], $lost, "$method has found it: reported");
    Check::same([null, false], [$lock->remaining($name), $lock->isLocking($name)], "$method: final");
    Check::same([$name], $lost, "$method: reported once");
    $lost = [];
}
foreach (['unlock', 'unlockAll'] as $method) {
    $name = $takeAway($method);
    Check::same(false, $method === 'unlock' ? $lock->unlock($name) : $lock->unlockAll(), $method);
    Check::same([], $lost, "$method says so itself");
}
$name = Check::unique('synchronized');
Check::throws(
    RedisMutexLockLostException::class,
    fn () => $lock->synchronized($name, fn () => $client->call('DEL', "lock:$name")),
);
Check::same([], $lost, 'synchronized says so itself');
echo 'done';
?>
--EXPECT--
done
