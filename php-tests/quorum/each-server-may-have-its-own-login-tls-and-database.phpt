--TEST--
Of five servers one has a password, one a user, one TLS, one another database: a lock is at each of them
--FILE--
<?php
$plain = RedisServer::start();
$password = RedisServer::start(['requirepass' => 'secret-1']);
$user = RedisServer::start(['user' => ['locks on >secret-2 ~* &* +@all', 'admin on >admin ~* &* +@all', 'default off']]);
$tls = RedisServer::start();
$database = RedisServer::start();
$config = ['command_timeout' => 10, 'servers' => [
    ['host' => '127.0.0.1', 'port' => $plain->plainPort],
    ['host' => '127.0.0.1', 'port' => $password->plainPort, 'password' => 'secret-1'],
    ['host' => '127.0.0.1', 'port' => $user->plainPort, 'username' => 'locks', 'password' => 'secret-2'],
    ['host' => '127.0.0.1'] + $tls->tlsConfig(),
    ['host' => '127.0.0.1', 'port' => $database->plainPort, 'database' => 3],
]];
$lock = new RedisMutexLock($config);
Check::true($lock->lock('a', 0, 600), 'lock');
$token = $lock->token('a');
$clients = [$plain->client(), $password->client(), $user->client('admin', 'admin'), $tls->client(), $database->client()];
$clients[4]->call('SELECT', 3);
$holders = static fn (): array => array_map(static fn (RedisClient $client): ?string => $client->call('GET', 'lock:a'), $clients);
Check::eventually(static fn (): bool => $holders() === array_fill(0, 5, $token), 10, 'each server has it');
$other = new RedisMutexLock($config);
Check::same([false, $token], [$other->lock('a'), $other->owner('a')], 'another object');
Check::true($lock->unlock('a'), 'unlock');
Check::eventually(static fn (): bool => $holders() === array_fill(0, 5, null), 10, 'no server has it');

// What stands at the top is for all, as far as a server has none of its own.
$set = QuorumSet::start(3, ['requirepass' => 'secret-3']);
$ports = array_column($set->servers(), 'plainPort');
$lock = new RedisMutexLock(['command_timeout' => 10, 'password' => 'secret-3', 'database' => 2, 'servers' => [
    ['host' => '127.0.0.1', 'port' => $ports[0]], ['host' => '127.0.0.1', 'port' => $ports[1]], ['host' => '127.0.0.1', 'port' => $ports[2], 'database' => 5],
]]);
Check::true($lock->lock('a', 0, 600), 'lock');
foreach ([2, 2, 5] as $number => $index) {
    Check::eventually(static function () use ($set, $number, $index): bool {
        $client = $set->servers()[$number]->client();
        $client->call('SELECT', $index);

        return $client->call('EXISTS', 'lock:a') === 1;
    }, 10, "server $number has it in database $index");
}
Check::true($lock->unlock('a'), 'unlock');

// Three that cannot be used: the message shows where, and no password.
$wrong = ['command_timeout' => 10, 'servers' => [
    ['host' => '127.0.0.1', 'port' => $ports[0], 'password' => 'wrong-secret'], ['host' => '127.0.0.1', 'port' => $ports[1], 'password' => 'wrong-secret', 'database' => 7],
    ['host' => '127.0.0.1', 'port' => $ports[2], 'password' => 'secret-3'],
]];
$thrown = Check::throws(RedisMutexLockUnavailableException::class, static fn () => @(new RedisMutexLock($wrong))->lock('a'));
Check::true(str_contains($thrown->getMessage(), "127.0.0.1:$ports[1], database 7: "), $thrown->getMessage());
Check::true(!str_contains("$thrown", 'secret'), "no password: $thrown");
echo 'done';
?>
--EXPECT--
done
