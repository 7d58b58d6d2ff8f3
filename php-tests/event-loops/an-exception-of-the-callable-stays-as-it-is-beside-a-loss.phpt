--TEST--
What the callable throws during the release of a lock that ran out comes out of synchronized as it is, without a property of the loss
--FILE--
<?php
$server = RedisServer::start();
$name = Check::unique('lost');
$proxy = Proxy::to($server);
$lock = new RedisMutexLock($proxy->url(command_timeout: 20, await_release: 1));
$warnings = [];
set_error_handler(static function (int $level, string $text) use (&$warnings): bool {
    $warnings[] = $text;

    return true;
});
$thrown = Check::throws(FuzzThrow::class, static fn () => $lock->synchronized($name, static function () use ($proxy): int {
    usleep(200_000);
    $proxy->rule(['command' => 'EVAL*', 'do' => 'delay', 'ms' => 300, 'times' => 1]);
    RedisMutexLock::onWait(static fn () => throw new FuzzThrow('of the callable'));

    return 7;
}, 0, 0.1));
RedisMutexLock::onWait(null);
Check::same([], $warnings, 'what PHP says');
Check::same(['of the callable', false], [$thrown->getMessage(), property_exists($thrown, 'result')], 'what comes out');
Check::same([], $lock->held(), 'held');
echo "done\n";
?>
--EXPECT--
done
