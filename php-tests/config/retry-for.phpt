--TEST--
retry_for in an array, in a URL and in the ini settings: which one is used, and which values are taken
--FILE--
<?php
$code = <<<'PHP'
    while (($given = hear()) !== 'end') {
        ['set' => $set, 'config' => $config] = unserialize(base64_decode($given));
        $set === null || ini_set('redis_mutex_lock.retry_for', $set);
        try {
            @(new RedisMutexLock($config))->lock('a', null);
        } catch (RedisMutexLockUnavailableException $e) {
            say(preg_match('/ \(retry_for is ([\d.]+) s\)$/', $e->getMessage(), $found) ? $found[1] : $e->getMessage());
        }
    }
    PHP;
$port = Port::free();
$dead = "redis://127.0.0.1:$port";
// [php.ini, query of the ini url, ini_set, constructor, the value that is used]
$cases = [
    // In an array, in every form of a number.
    ['9', '', null, ['retry_for' => 0.2], '0.2'],
    ['9', '', null, ['retry_for' => 0], '0'],
    ['9', '', null, ['retry_for' => '0.1'], '0.1'],
    ['9', '', null, ['retry_for' => '2e-1'], '0.2'],
    ['9', '', null, ['retry_for' => 0.0], '0'],
    ['9', '', null, ['retry_for' => -0.0], '0'],
    // null and an empty string give no value.
    ['0.3', '', null, ['retry_for' => null], '0.3'],
    ['0.3', '', null, ['retry_for' => ''], '0.3'],
    // In a URL.
    ['9', '', null, "$dead?retry_for=0.2", '0.2'],
    ['9', '', null, "$dead/3?db=3&retry_for=0", '0'],
    ['9', '', null, ['url' => "$dead?retry_for=0.2", 'retry_for' => 9], '0.2'],
    ['9', '', null, ['url' => $dead, 'retry_for' => 0.1], '0.1'],
    // The ini settings.
    ['0.3', '', null, null, '0.3'],
    ['0.3', '', null, $dead, '0.3'],
    ['0.3', '', null, [], '0.3'],
    ['9', '?retry_for=0.2', null, null, '0.2'],
    ['9', '?retry_for=9', null, ['retry_for' => 0.1], '0.1'],
    ['9', '?retry_for=0.2', '9', [], '0.2'],
    ['9', '', '0.1', null, '0.1'],
    ['9', '', '0', [], '0'],
    ['9', '', '9', "$dead?retry_for=0.2", '0.2'],
    // The default.
    [null, '', null, null, '2'],
    ['', '', null, [], '2'],
    [null, '', '', $dead, '2'],
];
Together::each($cases, function (array $case, int $i) use ($code, $dead): void {
    [$start, $query, $set, $config, $expected] = $case;
    $ini = ['redis_mutex_lock.url' => $dead . $query];
    $ini += $start === null ? [] : ['redis_mutex_lock.retry_for' => $start];
    $worker = Worker::run($code, ini: $ini);
    $worker->tell(base64_encode(serialize(['set' => $set, 'config' => $config])));
    Check::same($expected, $worker->line(30), "case $i: " . json_encode([$start, $query, $set, $config]));
    $worker->tell('end');
    $worker->finish();
});

// Both bounds are allowed.
$worker = Worker::run(<<<'PHP'
    foreach ([0, 31_536_000] as $bound) {
        new RedisMutexLock(['retry_for' => $bound]);
        Tests\Check::true(ini_set('redis_mutex_lock.retry_for', (string) $bound) !== false, "ini_set to $bound");
        new RedisMutexLock();
    }
    foreach (['-1', '31536001', 'x'] as $value) {
        ini_set('redis_mutex_lock.retry_for', $value);
        // A wrong value is an error, where a stronger source has a value too.
        foreach ([null, [], ['retry_for' => 1], 'redis://h?retry_for=1'] as $config) {
            $sentence = 'the ini setting redis_mutex_lock.retry_for must be ';
            Tests\Check::throws(ValueError::class, fn () => new RedisMutexLock($config), $sentence);
        }
    }
    PHP);
$worker->finish();
Check::throws(
    ValueError::class,
    fn () => new RedisMutexLock(['retry_fro' => 1]),
    'has the unknown key "retry_fro" (did you mean "retry_for"?)',
);
echo "done\n";
?>
--EXPECT--
done
