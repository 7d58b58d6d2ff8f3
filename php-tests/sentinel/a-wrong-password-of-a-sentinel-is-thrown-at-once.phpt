--TEST--
A wrong, missing or needless password of a sentinel is thrown at once: the message names the sentinel and shows no password
--FILE--
<?php
$master = RedisServer::start(['requirepass' => 'master-secret']);
$monitor = ['sentinel' => 'monitor ' . SentinelSet::SERVICE . " 127.0.0.1 $master->port 1"];
$closed = RedisServer::start($monitor + ['requirepass' => 'right-secret'], sentinel: true);
$open = RedisServer::start($monitor, sentinel: true);
foreach ([
    'wrong' => [$closed, ['password' => 'wrong-secret']],
    'missing' => [$closed, []],
    'an unknown user' => [$closed, ['username' => 'nobody', 'password' => 'right-secret']],
    'needless' => [$open, ['password' => 'right-secret']],
] as $what => [$sentinel, $login]) {
    $config = SentinelSet::asking([$sentinel], ['password' => 'master-secret', 'retry_for' => 60, 'command_timeout' => 20]);
    $config['sentinel'] += $login;
    $lock = new RedisMutexLock($config);
    $began = hrtime(true);
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', null));
    Check::between(0, 10, (hrtime(true) - $began) / 1e9, "$what: seconds");
    $message = $thrown->getMessage();
    Check::true(str_contains($message, "127.0.0.1:$sentinel->port"), "$what: it names the sentinel: $message");
    Check::true(stripos($message, 'sentinel') !== false, "$what: it says that it is a sentinel: $message");
    Check::true(!str_contains("$thrown" . print_r($lock, true), 'secret'), "$what: no password: $thrown");
}
echo 'done';
?>
--EXPECT--
done
