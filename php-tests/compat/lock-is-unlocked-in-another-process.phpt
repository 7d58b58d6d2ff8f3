--TEST--
Lock outlives its process, and any process unlocks it that has the value
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('value');
$run = static fn (string $expression, string $value = ''): mixed => json_decode(Worker::run(
    "[, \$file, \$name, \$value] = \$argv; require \$file; echo json_encode($expression);",
    [dirname(__DIR__, 2) . '/examples/compat/Lock.php', $name, $value],
    ini: ['redis_mutex_lock.url' => $server->url()],
)->finish());

$fresh = $run('[Lock::generateValue(), Lock::generateValue()]');
Check::same(1, preg_match('/^[0-9a-f]{32}$/D', $fresh[0]), 'a value');
Check::true($fresh[0] !== $fresh[1], 'values differ');
// A value of the article's kind, and others: too long, upper case, empty.
foreach ([$fresh[0], 'order-42', "$fresh[1]\n", strtoupper(md5('x')), ''] as $value) {
    $which = json_encode($value);
    Check::true($run('Lock::lock($name, $value, 60)', $value), "lock with $which");
    Check::between(1, 60_000, $redis->call('PTTL', $name), "$which: lifetime after its process has ended");
    Check::same(false, $run('Lock::lock($name, $value, 60)', $value), "$which: the same value once more");
    Check::same(false, $run('Lock::unlock($name, $value)', 'wrong'), "$which: unlock with another value");
    Check::true($run('Lock::unlock($name, $value)', $value), "$which: unlock");
    Check::same(false, $run('Lock::unlock($name, $value)', $value), "$which: unlock once more");
    Check::same([], $redis->call('KEYS', "*$name*"), "$which: keys");
}
// Code of the article and this class unlock each other's locks.
$redis->call('SET', $name, $fresh[0], 'NX', 'EX', 60);
Check::same(false, $run('Lock::lock($name, $value, 60)', $fresh[1]), 'lock while the old code holds it');
Check::true($run('Lock::unlock($name, $value)', $fresh[0]), 'unlock of a lock of the old code');
$run('Lock::lock($name, $value, 60)', $fresh[1]);
Check::same($fresh[1], $redis->call('GET', $name), 'the value in Redis');
$redis->call('DEL', $name);
echo "done\n";
?>
--EXPECT--
done
