--TEST--
A URL longer than 65,536 bytes is a ValueError that costs next to nothing, and one of 65,536 bytes is read
--FILE--
<?php
ini_set('memory_limit', '256M');
/** A URL of so many bytes, which repeats the same parameter. */
$url = static fn (int $length): string => 'redis://h?' . str_pad('', $length - strlen('redis://h?'), 'db=1&');
/** The size of the process in kilobytes; with 'VmHWM' the highest size so far. */
$figure = static function (string $name): int {
    preg_match("/^$name:\s+(\d+) kB$/m", file_get_contents('/proc/self/status'), $found);
    return (int) $found[1];
};
Check::true(new RedisMutexLock($url(65_535) . '&') instanceof RedisMutexLock, 'one of 65,536 bytes');
$begin = 'RedisMutexLock::__construct(): Argument #1 ($config) ';
foreach ([65_537, 10_000_000] as $length) {
    $long = $url($length);
    // Sets the highest size back.
    @file_put_contents('/proc/self/clear_refs', '5');
    $before = max($figure('VmRSS'), $figure('VmHWM'));
    $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($long));
    Check::same("{$begin}must be at most 65536 bytes long, $length given", $error->getMessage(), 'the message');
    Check::between(-100_000, 2048, $figure('VmHWM') - $before, "$length bytes: growth of the process in kB");
}
// Inside an array such a URL is too long as well.
Check::throws(ValueError::class, fn () => new RedisMutexLock(['url' => $url(65_537)]));
echo "done\n";
?>
--EXPECT--
done
