--TEST--
await_release in an array, in a URL and in the ini settings: which one is used, which values are taken, and what is refused
--FILE--
<?php
$code = <<<'PHP'
    while (($given = hear()) !== 'end') {
        ['set' => $set, 'config' => $config, 'name' => $name] = unserialize(base64_decode($given));
        $set === null || ini_set('redis_mutex_lock.await_release', $set);
        $lock = new RedisMutexLock($config);
        for ($i = 0; $i < 3; $i++) {
            $lock->lock($name, 0, 60) && $lock->unlock($name) || throw new Exception('not free');
        }
        $lock->isLocked($name);
        $lock->lock($name, 0, 60);
        say('ready');
        hear();
        try {
            say($lock->unlock($name) ? 'not awaited' : 'lost');
        } catch (RedisMutexLockUnavailableException) {
            say('awaited');
        }
    }
    PHP;
$server = RedisServer::shared();
$with = fn (string $value): Closure => fn (Proxy $proxy): string => $proxy->url(await_release: $value);
[$awaited, $sent] = ['awaited', 'not awaited'];
// [php.ini, query of the ini url, ini_set, constructor, the release]
$cases = [
    'the default' => [null, '', null, null, $awaited],
    // In an array.
    [null, '', null, ['await_release' => false], $sent],
    [null, '', null, ['await_release' => 0], $sent],
    [null, '', null, ['await_release' => '0'], $sent],
    [null, '', null, ['await_release' => 'off'], $sent],
    [null, '', null, ['await_release' => 'False'], $sent],
    ['0', '', null, ['await_release' => true], $awaited],
    ['0', '', null, ['await_release' => 1], $awaited],
    ['0', '', null, ['await_release' => 'on'], $awaited],
    // null and an empty string give no value.
    ['0', '', null, ['await_release' => null], $sent],
    ['0', '', null, ['await_release' => ''], $sent],
    [null, '', null, ['await_release' => ''], $awaited],
    // In a URL.
    [null, '', null, $with('0'), $sent],
    [null, '', null, $with('false'), $sent],
    ['0', '', null, $with('1'), $awaited],
    [null, '', null, fn (Proxy $proxy): array => ['url' => $proxy->url(await_release: 0), 'await_release' => true], $sent],
    [null, '', null, fn (Proxy $proxy): array => ['url' => $proxy->url(), 'await_release' => false], $sent],
    // The ini settings. PHP makes an empty text of a bare Off.
    ['0', '', null, null, $sent],
    ['off', '', null, null, $sent],
    ['', '', null, null, $sent],
    ['1', '', null, null, $awaited],
    ['', '', null, ['await_release' => true], $awaited],
    [null, '0', null, null, $sent],
    ['0', '1', null, null, $awaited],
    [null, '', '0', null, $sent],
    [null, '', '', null, $sent],
    ['0', '', '1', null, $awaited],
    [null, '', '1', ['await_release' => false], $sent],
    [null, '', null, ['await_release' => false, 'min_replicas' => 0], $sent],
];
Together::each($cases, function (array $case, int|string $i) use ($code, $server): void {
    [$start, $query, $set, $config, $expected] = $case;
    $proxy = Proxy::to($server);
    $ini = ['redis_mutex_lock.url' => $query === '' ? $proxy->url() : $proxy->url(await_release: $query)];
    $ini += $start === null ? [] : ['redis_mutex_lock.await_release' => $start];
    $config = $config instanceof Closure ? $config($proxy) : $config;
    $worker = Worker::run($code, ini: $ini);
    $worker->tell(base64_encode(serialize(['set' => $set, 'config' => $config, 'name' => Check::unique('name')])));
    $worker->expect('ready', 30);
    // Who waits for the answer gets this one, and throws.
    $proxy->rule(['command' => 'EVALSHA', 'do' => 'answer', 'bytes' => "-ERR no\r\n"]);
    $worker->tell('go');
    Check::same($expected, $worker->line(30), "case $i: " . json_encode([$start, $query, $set, $config]));
    $proxy->clear();
    $worker->tell('end');
    $worker->finish(30);
});

// A bare Off, as it stands in php.ini, reaches the setting as the empty text above.
foreach (['Off' => '', 'On' => '1', '0' => '0'] as $value => $expected) {
    $words = [PHP_BINARY, ...Extension::arguments(), '-d', "redis_mutex_lock.await_release=$value", '-r',
        'echo ini_get("redis_mutex_lock.await_release");'];
    Check::same($expected, (string) shell_exec(implode(' ', array_map(escapeshellarg(...), $words))), "php.ini: $value");
}

// Wrong values, in the words of every switch.
$wrong = [
    [['await_release' => 2], '"await_release" must be true or false, 2 given'],
    [['await_release' => 'maybe'], '"await_release" must be true or false, "maybe" given'],
    [['await_release' => []], '"await_release" must be true or false, array given'],
    [['await_release' => 0.0], '"await_release" must be true or false'],
    [$server->url(await_release: 'x'), 'must be true or false, "x" given'],
    [['await-release' => 1], 'has the unknown key "await-release" (did you mean "await_release"?)'],
    [['async_release' => 1], 'has the unknown key "async_release" (did you mean "await_release"?)'],
];
foreach ($wrong as [$config, $sentence]) {
    Check::throws(ValueError::class, fn () => new RedisMutexLock($config), $sentence);
}
echo "done\n";
?>
--EXPECT--
done
