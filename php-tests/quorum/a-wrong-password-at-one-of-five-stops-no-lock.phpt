--TEST--
A wrong password at one of five servers stops no lock; at three it is thrown at once, also by a wait without limit
--FILE--
<?php
$set = QuorumSet::start(5, ['requirepass' => 'secret']);
$config = static function (int $wrong) use ($set): array {
    $config = $set->config(['retry_for' => 60]);
    foreach ($config['servers'] as $number => &$server) {
        $server['password'] = $number < $wrong ? 'wrong' : 'secret';
    }

    return $config;
};
foreach ([1, 2] as $wrong) {
    $lock = new RedisMutexLock($config($wrong));
    $errors = RedisMutexLock::stats()['connection_errors'];
    Check::true($lock->lock('a', 0, 600) && $lock->isLocking('a') && $lock->expire('a', 500), "$wrong: lock");
    Check::same(array_fill(0, $wrong, null), array_slice($set->holders('a'), 0, $wrong), "$wrong: where it is not");
    Check::true($lock->unlock('a'), "$wrong: unlock");
    Check::true(RedisMutexLock::stats()['connection_errors'] > $errors, "$wrong: it counts");
    $set->vanishes();
}
foreach ([0, 60, null] as $timeout) {
    $began = hrtime(true);
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, static fn () => @(new RedisMutexLock($config(3)))->lock('a', $timeout));
    Check::between(0, 10, (hrtime(true) - $began) / 1e9, 'seconds');
    $message = $thrown->getMessage();
    Check::true(str_starts_with($message, 'No majority of 5 Redis servers: 2 granted; '), $message);
    Check::same(3, substr_count($message, 'check "username" and "password"'), $message);
    Check::true(!str_contains("$thrown", 'secret'), "no password: $thrown");
}
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
