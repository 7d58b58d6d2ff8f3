--TEST--
ini_restore gives a setting back the value that it had at the start, for ini_get and for every object that is made after that
--FILE--
<?php
$code = <<<'PHP'
    [, $url, $name, $asks] = $argv;
    $settings = ['lock_prefix', 'lease', 'command_timeout', 'retry_for'];
    $silent = stream_socket_server('tcp://127.0.0.1:0');
    while (($word = hear()) !== 'end') {
        foreach ($settings as $setting) {
            match ($word) {
                'look' => null,
                'restore' => ini_restore("redis_mutex_lock.$setting"),
                default => ini_set("redis_mutex_lock.$setting", unserialize($word)[$setting]),
            };
        }
        // The settings that a new object uses.
        $lock = new RedisMutexLock($url);
        $lock->lock($name, 0, null) || throw new Exception('not free');
        $lock->unlock($name);
        try {
            $asks === 'command_timeout'
                ? (new RedisMutexLock('redis://' . stream_socket_get_name($silent, false)))->isLocked($name)
                : @(new RedisMutexLock('redis://127.0.0.1:' . Tests\Port::free()))->lock($name, null);
        } catch (RedisMutexLockUnavailableException $exception) {
            preg_match($asks === 'command_timeout' ? '/within (\d+) ms/' : '/retry_for is ([\d.]+) s/', $exception->getMessage(), $found);
        }
        $now = array_map(fn (string $setting) => ini_get("redis_mutex_lock.$setting"), $settings);
        say(serialize([$now, $found[1]]));
    }
    PHP;
$starts = [
    'the defaults' => [[], ['lock:', '30', '1.0', '2.0']],
    'php.ini' => [
        [
            'redis_mutex_lock.lock_prefix' => 'ini:',
            'redis_mutex_lock.lease' => '7',
            'redis_mutex_lock.command_timeout' => '0.8',
            'redis_mutex_lock.retry_for' => '0.3',
        ],
        ['ini:', '7', '0.8', '0.3'],
    ],
];
$changed = ['lock_prefix' => 'changed:', 'lease' => '5', 'command_timeout' => '0.6', 'retry_for' => '0'];
// Each of the two errors says what one setting is, and comes after that time.
$cases = [];
foreach ($starts as $what => [$ini, $started]) {
    foreach (['command_timeout', 'retry_for'] as $asks) {
        $cases["$what, $asks"] = [$ini, $started, $asks];
    }
}
Together::each($cases, function (array $case, string $what) use ($code, $changed): void {
    [$ini, $started, $asks] = $case;
    $proxy = Proxy::to(RedisServer::shared());
    $name = Check::unique('restore');
    $worker = Worker::run($code, [$proxy->url(), $name, $asks], ini: $ini);
    // Once more at the end: a restored setting can be set again.
    $steps = [
        ['look', $started],
        [serialize($changed), array_values($changed)],
        ['restore', $started],
        ['restore', $started],
        [serialize($changed), array_values($changed)],
        ['restore', $started],
    ];
    foreach ($steps as $i => [$word, $expected]) {
        [$prefix, $lease, $timeout, $retry_for] = $expected;
        $worker->tell($word);
        [$reported, $said] = unserialize($worker->line());
        Check::same($expected, $reported, "$what, step $i: ini_get");
        $expected = $asks === 'command_timeout' ? 1000 * (float) $timeout : (float) $retry_for;
        Check::same((string) $expected, $said, "$what, step $i: what the error says");
        $sets = array_filter($proxy->log(), static fn (array $seen): bool => $seen['words'][0] === 'SET');
        [, $key, , , , $lifetime] = end($sets)['words'];
        Check::same("$prefix$name", $key, "$what, step $i: key");
        Check::same((string) (1000 * $lease), $lifetime, "$what, step $i: lease in ms");
    }
    $worker->tell('end');
    $worker->finish();
});
echo "done\n";
--EXPECT--
done
