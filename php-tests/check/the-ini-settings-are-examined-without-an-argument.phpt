--TEST--
The check reads its argument as the constructor does: the ini settings without one, a URL, an array, and the same errors
--FILE--
<?php
$server = RedisServer::shared();
$rows = Worker::run(
    'say(json_encode([redis_mutex_lock_check(), redis_mutex_lock_check(null), redis_mutex_lock_check(config: null)]));',
    ini: ['redis_mutex_lock.url' => "redis://127.0.0.1:$server->plainPort/3"],
)->finish();
foreach (json_decode($rows, true) as $findings) {
    Check::same("127.0.0.1:$server->plainPort, database 3", $findings[0]['server'], 'the server of php.ini');
}
Check::same("127.0.0.1:$server->plainPort, database 1", redis_mutex_lock_check("redis://127.0.0.1:$server->plainPort/1")[0]['server'], 'a URL');
Check::same("127.0.0.1:$server->plainPort, database 0", redis_mutex_lock_check(['port' => $server->plainPort])[0]['server'], 'an array');

$begin = 'redis_mutex_lock_check(): Argument #1 ($config) ';
foreach ([['prot' => 1], '', 'http://x', ['port' => 'secret'], ['servers' => ['a', 'b']]] as $wrong) {
    $expected = Check::throws(ValueError::class, static fn () => new RedisMutexLock($wrong))->getMessage();
    $message = Check::throws(ValueError::class, static fn () => redis_mutex_lock_check($wrong))->getMessage();
    Check::same(str_replace('RedisMutexLock::__construct(): Argument #1 ($config) ', $begin, $expected), $message, 'the sentence of the constructor');
}
$message = Check::throws(TypeError::class, static fn () => redis_mutex_lock_check(new stdClass()))->getMessage();
Check::same("{$begin}must be of type array|string|null, stdClass given", $message, 'a wrong type');
Check::throws(ArgumentCountError::class, static fn () => redis_mutex_lock_check(null, 1));
echo 'done';
?>
--EXPECT--
done
