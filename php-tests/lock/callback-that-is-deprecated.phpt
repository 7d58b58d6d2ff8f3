--TEST--
A deprecated callback gives the same deprecations as with call_user_func, and is called
--FILE--
<?php
class Origin
{
    public static array $calls = [];

    public static function run(mixed ...$arguments): string
    {
        self::$calls[] = count($arguments);

        return 'ran';
    }
}
/** PHP 8.2 and later deprecate these callbacks: their meaning depends on the calling scope. */
class Job extends Origin
{
    public const CALLBACKS = [
        'self::run', 'parent::run', 'static::run', ['self', 'run'], ['parent', 'run'], ['Job', 'parent::run'],
        // PHP does not deprecate these.
        'Job::run', ['Job', 'run'],
    ];

    public static function natively(string|array $callback): mixed
    {
        return call_user_func($callback);
    }

    public static function synchronized(RedisMutexLock $lock, string $name, string|array $callback): mixed
    {
        return $lock->synchronized($name, $callback, 0, 60);
    }

    public static function onLost(RedisMutexLock $lock, string|array $callback): mixed
    {
        return $lock->onLost($callback);
    }
}
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('deprecated');
$said = [];
set_error_handler(function (int $level, string $message) use (&$said): bool {
    $said[] = [$level, $message];

    return true;
});
$after = function (callable $call) use (&$said): array {
    [$said, Job::$calls] = [[], []];
    $result = $call();

    return [$result, $said];
};
foreach (Job::CALLBACKS as $i => $callback) {
    $native = $after(fn () => Job::natively($callback));
    Check::same('ran', $native[0], "callback $i: PHP itself");
    Check::same($native, $after(fn () => Job::synchronized($lock, $name, $callback)), "callback $i: synchronized");
    Check::same([0], Job::$calls, "callback $i: synchronized has called it");

    // onLost gives the deprecation when it gets the callback, and not when it calls it.
    Check::same([null, $native[1]], $after(fn () => Job::onLost($lock, $callback)), "callback $i: onLost");
    Check::same([], Job::$calls, "callback $i: onLost has not called it");
    Check::true($lock->lock($name, 0, null), "callback $i: lock");
    $redis->call('DEL', "lock:$name");
    Check::same([[], []], $after(fn () => [$lock->isLocking($name), $lock->held()][1]), "callback $i: the call");
    Check::same([2], Job::$calls, "callback $i: onLost has called it");
}
$self = $after(fn () => Job::natively('self::run'))[1];
Check::same(PHP_VERSION_ID < 80200 ? 0 : 1, count($self), 'what PHP says');

echo 'done';
?>
--EXPECT--
done
