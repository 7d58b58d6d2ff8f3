--TEST--
Each lock has an owner token of its own: 32 hex digits, never used again
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('token');
$lock = new RedisMutexLock($server->url());

Check::same(null, $lock->token($name), 'before lock');
$tokens = [];
for ($i = 0; $i < 200; $i++) {
    Check::same(true, $lock->lock($name), 'lock');
    $token = $lock->token($name);
    Check::same(1, preg_match('/^[0-9a-f]{32}$/D', $token), $token);
    Check::same($token, $lock->token($name), 'asked twice');
    Check::same($token, $redis->call('GET', "lock:$name"), 'the value');
    $tokens[$token] = true;
    Check::same(true, $lock->unlock($name), 'unlock');
    Check::same(null, $lock->token($name), 'after unlock');
    $tokens[RedisMutexLock::generateToken()] = true;
}
Check::same(400, count($tokens), 'different tokens');

// A refused lock has none, and two names have two.
$lock->lock($name);
$lock->lock("$name-2");
Check::true($lock->token($name) !== $lock->token("$name-2"), 'tokens of two names');
$other = new RedisMutexLock($server->url());
$other->lock($name);
Check::same(null, $other->token($name), 'token of a refused lock');

echo 'done';
?>
--EXPECT--
done
