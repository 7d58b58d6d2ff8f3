--TEST--
A Cluster has only database 0: another one is a ValueError, before anything is sent
--FILE--
<?php
foreach ([
    'redis+cluster://127.0.0.1:1,127.0.0.1:2/1',
    'redis+cluster://127.0.0.1:1?database=1',
    ['cluster' => ['127.0.0.1:1'], 'database' => 1],
    ['cluster' => ['127.0.0.1:1'], 'database' => '15'],
    ['cluster' => ['127.0.0.1:1'], 'db' => 1],
    ['cluster' => ['redis://127.0.0.1:1/1']],
    ['cluster' => [['host' => '127.0.0.1', 'port' => 1, 'database' => 1]]],
] as $config) {
    $message = Check::throws(ValueError::class, fn () => new RedisMutexLock($config))->getMessage();
    Check::true(str_contains($message, "must be 0 in a Cluster"), $message);
}
foreach ([
    'redis+cluster://127.0.0.1:1,127.0.0.1:2/0',
    ['cluster' => ['127.0.0.1:1'], 'database' => '0'],
    ['cluster' => ['redis://127.0.0.1:1/0']],
    ['cluster' => [['host' => '127.0.0.1', 'port' => 1, 'database' => 0]]],
] as $config) {
    new RedisMutexLock($config);
}
echo 'done';
?>
--EXPECT--
done
