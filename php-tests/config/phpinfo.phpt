--TEST--
phpinfo and --ri show the version and the local and master values, and never the password
--FILE--
<?php
preg_match('/^version = "(.+)"/m', file_get_contents(__DIR__ . '/../../Cargo.toml'), $found);
// Unless the commit is a release, it stands behind the version.
Check::same($found[1], strtok(phpversion('redis_mutex_lock'), '+-'), 'the version of the library');
$found[1] = phpversion('redis_mutex_lock');
$urls = [
    'redis://user:hunter2@db.example:6380/4' => 'db.example:6380/4',
    'redis://:hunter2@db.example/4' => 'db.example/4',
    'redis://hunter2@db.example/4' => 'db.example/4',
    'redis://db.example:6380?password=hunter2&db=4' => 'db.example:6380',
    'unix:///run/r.sock?username=u&auth=hunter2' => '/run/r.sock',
    'redis+cluster://user:hunter2@db1.example:7000,db2.example:7001' => 'redis+cluster://user:***@db1.example:7000,db2.example:7001',
    'rediss+sentinel://:hunter2@s1.example,[::1]:1/4?service=m&sentinel_password=hunter2'
        => 'rediss+sentinel://:***@s1.example,[::1]:1/4?service=m&sentinel_password=***',
    'redis+sentinel://:hunter2@s1.example?sentinel_pasword=hunter2' => 'not a valid URL',
    'redis+quorum://user:hunter2@db1.example,db2.example,db3.example/4' => 'redis+quorum://user:***@db1.example,db2.example,db3.example/4',
    'redis://user:hunter2@db1.example,rediss://:hunter2@db2.example/1,unix:///run/r.sock?auth=hunter2&db=4'
        => 'redis://user:***@db1.example,rediss://:***@db2.example/1,unix:///run/r.sock?auth=***&db=4',
    'redis://:hun/ter2:hunter2@db.example/4' => 'not a valid URL',
    'rediss://:hunter2@db.example/4' => 'db.example/4',
    'tls://:hunter2@db.example/4?cafile=/etc/ca.pem&local_pk=/etc/app.key' => 'db.example/4?cafile=/etc/ca.pem&local_pk=/etc/app.key',
    'rediss://db.example/4?passphrase=hunter2&verify_peer=0' => 'verify_peer=0',
];
foreach ($urls as $url => $part) {
    $worker = Worker::run(<<<'PHP'
        ini_set('redis_mutex_lock.lock_prefix', 'local:');
        ob_start();
        phpinfo(INFO_MODULES | INFO_CONFIGURATION);
        $text = ob_get_clean();
        say(json_encode(substr($text, strpos($text, "\nredis_mutex_lock\n"))));
        say(var_export(str_contains($text, 'hunter2'), true));
        PHP, ini: ['redis_mutex_lock.url' => $url, 'redis_mutex_lock.lock_prefix' => 'master:', 'redis_mutex_lock.lease' => '12.5']);
    $text = json_decode($worker->line());
    $worker->expect('false');
    $worker->finish();
    Check::true(str_contains($text, "Version => $found[1]\n"), 'version');
    Check::true(str_contains($text, "TLS => 1.2 and 1.3\n"), 'TLS');
    Check::true(str_contains($text, "Topologies => single server, Sentinel, Cluster, quorum, over TCP, TLS or a Unix socket\n"), 'topologies');
    Check::true(str_contains($text, "redis_mutex_lock.lock_prefix => local: => master:\n"), 'lock_prefix: local and master');
    Check::true(str_contains($text, "redis_mutex_lock.lease => 12.5 => 12.5\n"), 'lease');
    Check::true(str_contains($text, "redis_mutex_lock.command_timeout => 1.0 => 1.0\n"), 'command_timeout');
    Check::true(str_contains($text, "redis_mutex_lock.retry_for => 2.0 => 2.0\n"), 'retry_for');
    Check::true(str_contains($text, "redis_mutex_lock.await_release => 1 => 1\n"), 'await_release');
    // No setting is left out, whichever come.
    preg_match_all('/^(redis_mutex_lock\.\S+) => /m', $text, $rows);
    sort($rows[1]);
    Check::same(array_keys(ini_get_all('redis_mutex_lock')), $rows[1], 'the settings that have a row');
    Check::same(1, preg_match('/^redis_mutex_lock\.url => (.*) => \1$/m', $text, $row), "a row of $url");
    Check::true(str_contains($row[1], $part), "$url: shows the server: $row[1]");
}
$arguments = array_map(escapeshellarg(...), [
    ...Tests\Extension::arguments(['redis_mutex_lock.url' => 'redis://user:hunter2@db.example:6380/4']),
    '--ri', 'redis_mutex_lock',
]);
$text = (string) shell_exec(escapeshellarg(PHP_BINARY) . ' ' . implode(' ', $arguments) . ' 2>&1');
Check::same([true, true, false], [
    str_contains($text, "Version => $found[1]"), str_contains($text, 'db.example:6380/4'), str_contains($text, 'hunter2'),
], "--ri: $text");

echo "done\n";
--EXPECT--
done
