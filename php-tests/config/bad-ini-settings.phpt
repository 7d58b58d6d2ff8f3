--TEST--
A bad ini value does not disturb the start of PHP; every constructor names it, with any argument
--FILE--
<?php
$redis = RedisServer::shared();
$cases = [
    ['lease', '0', 'the ini setting redis_mutex_lock.lease must be between 0.01 and 31536000 seconds, "0" given'],
    ['lease', 'soon', 'the ini setting redis_mutex_lock.lease must be a number between 0.01 and 31536000 seconds, "soon" given'],
    ['command_timeout', '-1', 'the ini setting redis_mutex_lock.command_timeout must be between 0.001 and 3600 seconds, "-1" given'],
    ['command_timeout', '1s', 'the ini setting redis_mutex_lock.command_timeout must be a number between 0.001 and 3600 seconds, "1s" given'],
    ['retry_for', '-1', 'the ini setting redis_mutex_lock.retry_for must be between 0 and 31536000 seconds, "-1" given'],
    ['retry_for', '31536001', 'the ini setting redis_mutex_lock.retry_for must be between 0 and 31536000 seconds, "31536001" given'],
    ['retry_for', 'x', 'the ini setting redis_mutex_lock.retry_for must be a number between 0 and 31536000 seconds, "x" given'],
    ['lock_prefix', str_repeat('x', 1025), 'the ini setting redis_mutex_lock.lock_prefix must be at most 1024 bytes, 1025 given'],
    ['url', 'localhost', 'the ini setting redis_mutex_lock.url must be a URL'],
    ['url', 'redis+cluster://localhost/1', '"database" in the ini setting redis_mutex_lock.url must be 0 in a Cluster'],
    ['url', 'redis+cluster://a,b:x', 'the ini setting redis_mutex_lock.url must have a list such as host:port,host:port'],
    ['url', 'redis+quorum://a,b', 'the ini setting redis_mutex_lock.url must name an odd number of servers from 3 to 15, 2 given'],
    ['url', 'redis+sentinel://localhost', 'the ini setting redis_mutex_lock.url has no service in its query'],
    ['url', 'redis+sentinel://h/0?service=m&sentinal_password=x', 'has the unknown key "sentinal_password" in its query (did you mean "sentinel_password"?)'],
    ['url', 'redis://localhost?cafile=/ca.pem', '"cafile" in the ini setting redis_mutex_lock.url needs TLS'],
    ['url', 'rediss://localhost?cafile=ca.pem', '"cafile" in the ini setting redis_mutex_lock.url must be the absolute path of a file'],
    ['url', 'redis://h?databse=1', 'the ini setting redis_mutex_lock.url has the unknown key "databse" in its query (did you mean "database"?)'],
];
foreach ($cases as [$setting, $value, $sentence]) {
    $worker = Worker::run(<<<'PHP'
        [, $setting, $sentence, $url] = $argv;
        $given = $setting === 'url' ? [[], [null], [['fencing' => true]]] : [[], [null], [$url], [['url' => $url]]];
        foreach ($given as $arguments) {
            $error = Tests\Check::throws(ValueError::class, fn () => new RedisMutexLock(...$arguments), $sentence);
            Tests\Check::true(str_starts_with($error->getMessage(), 'RedisMutexLock::__construct(): Argument #1 ($config) '), 'whose error');
        }
        // A bad url in php.ini does not hurt an object with a server of its own.
        $setting !== 'url' || new RedisMutexLock($url);
        PHP, [$setting, $sentence, $redis->url()], ini: ["redis_mutex_lock.$setting" => $value]);
    $worker->finish();
}

echo "done\n";
--EXPECT--
done
