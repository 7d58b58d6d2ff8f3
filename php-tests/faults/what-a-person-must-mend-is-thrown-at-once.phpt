--TEST--
A wrong password, a missing right and a wrong database are thrown at once in the server's own words, even with time left to wait
--FILE--
<?php
$secret = bin2hex(random_bytes(12));
$closed = RedisServer::start(['requirepass' => $secret]);
$open = RedisServer::start(['user' => [
    "elsewhere on >$secret ~other:* +@all",
    "reader on >$secret ~lock:* +@all -set",
    "byhash on >$secret ~lock:* +@all -eval",
    "scriptless on >$secret ~lock:* +@all -evalsha -eval",
    "off off >$secret ~lock:* +@all",
]]);
$user = static fn (string $name): array => [...$open->config(), 'username' => $name, 'password' => $secret];
$lock = static fn (RedisMutexLock $lock): bool => $lock->lock('a', 30, 5);
$fenced = ['fencing' => true];
$cases = [
    'wrong password' => [[...$closed->config(), 'password' => "x$secret"], 'WRONGPASS ', $lock],
    'no password given' => [$closed->config(), 'NOAUTH ', $lock],
    'a password that nobody asked for' => [[...$open->config(), 'password' => $secret], 'AUTH <password> called without', $lock],
    'unknown user' => [$user('nobody'), 'WRONGPASS ', $lock],
    'disabled user' => [$user('off'), 'WRONGPASS ', $lock],
    'database that does not exist' => [[...$open->config(), 'database' => 99], 'DB index is out of range', $lock],
    'no right to the key' => [$user('elsewhere'), 'NOPERM ', $lock],
    'no right to SET' => [$user('reader'), 'NOPERM ', $lock],
    'no right to EVALSHA' => [$user('scriptless') + $fenced, 'NOPERM ', $lock],
    // The scripts are not known to this server yet, so they have to be sent whole.
    'no right to EVAL' => [$user('byhash') + $fenced, 'NOPERM ', $lock],
    'no right to EVALSHA, to release' => [$user('scriptless'), 'NOPERM ', function (RedisMutexLock $lock): bool {
        Check::true($lock->lock('b', 0, 60), 'SET is permitted');

        return $lock->unlock('b');
    }],
    'wrong password, in synchronized' => [
        [...$closed->config(), 'password' => "x$secret"],
        'WRONGPASS ',
        fn (RedisMutexLock $lock) => $lock->synchronized('a', fn () => throw new Error('called'), 30, 5),
    ],
];
foreach ($cases as $what => [$config, $words, $call]) {
    $lock = new RedisMutexLock($config + ['command_timeout' => 1]);
    $began = hrtime(true);
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $call($lock), $words);
    Check::between(0, 10, (hrtime(true) - $began) / 1e9, "$what: seconds, of a timeout of 30");
    $where = "Redis at 127.0.0.1:{$config['port']}, database " . ($config['database'] ?? 0) . ' ';
    Check::true(str_starts_with($thrown->getMessage(), $where), "$what: '{$thrown->getMessage()}'");
    Check::true(!str_contains($thrown->getMessage(), $secret), "$what: the password in '{$thrown->getMessage()}'");
}
Check::same(0, $open->client()->call('EXISTS', 'lock:a'), 'a key in spite of it');

// When the person has mended it, the same object works.
$lock = new RedisMutexLock($user('reader') + ['command_timeout' => 1]);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('c'));
$open->client()->call('ACL', 'SETUSER', 'reader', '+set');
Check::true($lock->lock('c') && $lock->unlock('c'), 'works after ACL SETUSER');
echo "done\n";
?>
--EXPECT--
done
