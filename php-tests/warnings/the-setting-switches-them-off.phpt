--TEST--
Warnings: the ini setting switches them off, in php.ini and by ini_set, in every spelling of a switch
--FILE--
<?php
$url = RedisServer::shared()->url();
$name = Check::unique('setting');
$code = <<<'PHP'
    [, $url, $name] = $argv;
    set_error_handler(function (int $level, string $message) use (&$warnings): bool {
        return (bool) ++$warnings;
    });
    $count = function () use ($url, $name, &$warnings): int {
        $warnings = 0;
        (new RedisMutexLock($url))->lock($name);
        return $warnings;
    };
    $counts = ['start' => $count()];
    foreach (['0', '1', 'off', 'on', 'No', 'Yes', 'false', 'true', ''] as $value) {
        ini_set('redis_mutex_lock.warnings', $value);
        $counts["'$value'"] = $count();
    }
    ini_set('redis_mutex_lock.warnings', true);
    $counts['true'] = $count();
    ini_set('redis_mutex_lock.warnings', false);
    $counts['false'] = $count();
    ini_restore('redis_mutex_lock.warnings');
    $counts['restored'] = $count();
    say(json_encode([ini_get('redis_mutex_lock.warnings'), $counts]));
    PHP;
foreach ([['1', 1, []], ['0', 0, ['redis_mutex_lock.warnings' => '0']], ['', 0, ['redis_mutex_lock.warnings' => 'Off']]] as [$value, $warns, $ini]) {
    // What php.ini has as a word is the value that ini_get gives.
    $worker = Worker::run($code, [$url, $name], ini: $ini);
    $value = $ini['redis_mutex_lock.warnings'] ?? $value;
    Check::same([$value, [
        'start' => $warns, "'0'" => 0, "'1'" => 1, "'off'" => 0, "'on'" => 1, "'No'" => 0, "'Yes'" => 1, "'false'" => 0, "'true'" => 1,
        "''" => 0, 'true' => 1, 'false' => 0, 'restored' => $warns,
    ]], json_decode($worker->line(), true), "php.ini: $value");
    $worker->finish();
}

echo 'done';
?>
--EXPECT--
done
