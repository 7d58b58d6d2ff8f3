--TEST--
"busy_poll" is accepted and ignored with any value, in an array and in a URL
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('name');
$works = static function (array|string $config, string $what) use ($name): void {
    $lock = new RedisMutexLock($config);
    Check::same([true, true], [$lock->lock($name, 0, 60), $lock->unlock($name)], $what);
};
// The key had a range once, and values of other types were refused.
foreach ([0, 40, 10_000, 10_001, -1, 1.5, NAN, 'x', true, null, [], [[1]], new stdClass(), STDIN, static fn () => 1] as $value) {
    $works([...$server->config(), 'busy_poll' => $value], get_debug_type($value) . ' in an array');
    $works(['url' => $server->url(), 'busy_poll' => $value], get_debug_type($value) . ' beside a URL');
}
foreach (['0', '40', '10001', '-1', 'x', ''] as $value) {
    $works($server->url(busy_poll: $value), "'$value' in a URL");
}
echo 'done';
?>
--EXPECT--
done
