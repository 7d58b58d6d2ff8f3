--TEST--
An error handler that throws on a deprecated callback ends the call at once: no acquire, no wait, nothing is sent
--FILE--
<?php
class Origin
{
    public static function run(): string
    {
        return 'ran';
    }
}
/** PHP 8.2 and later deprecate these callbacks: their meaning depends on the calling scope. */
class Job extends Origin
{
    public const CALLBACKS = ['self::run', 'parent::run', 'static::run', ['self', 'run'], ['Job', 'parent::run']];

    public static function natively(string|array $callback): mixed
    {
        return call_user_func($callback);
    }

    public static function synchronized(RedisMutexLock $lock, string $name, string|array $callback): mixed
    {
        return $lock->synchronized($name, $callback, 30, 60);
    }

    public static function onLost(RedisMutexLock $lock, string|array $callback): mixed
    {
        return $lock->onLost($callback);
    }
}
if (PHP_VERSION_ID < 80200) {
    exit('done');
}
$server = RedisServer::start();
$redis = $server->client();
$state = static function () use ($redis): array {
    $stats = $redis->commandstats();
    unset($stats['info']);
    preg_match('/total_connections_received:\d+/', $redis->call('INFO', 'stats'), $connections);

    return [$stats, $connections, RedisMutexLock::stats()];
};
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('busy', 0, 60), 'busy');
$used = new RedisMutexLock($server->url());
$used->isLocked('free');
$kept = fn () => 1;
$used->onLost($kept);

$thrown = null;
set_error_handler(function (int $level, string $message) use (&$thrown): never {
    $thrown = new ErrorException($message, 0, $level);
    throw $thrown;
});
foreach (Job::CALLBACKS as $i => $callback) {
    // PHP 8.4 puts the exception of the handler into a TypeError, as its previous exception.
    $thrown = null;
    try {
        Job::natively($callback);
    } catch (Throwable) {
    }
    $words = $thrown?->getMessage() ?? throw new Tests\Failure('PHP deprecates nothing');
    foreach (['new' => new RedisMutexLock($server->url()), 'used' => $used] as $kind => $lock) {
        $calls = [
            'free' => fn () => Job::synchronized($lock, 'free', $callback),
            'busy' => fn () => Job::synchronized($lock, 'busy', $callback),
            'onLost' => fn () => Job::onLost($lock, $callback),
        ];
        foreach ($calls as $what => $call) {
            $case = "callback $i, $kind, $what";
            $before = $state();
            $caught = Check::throws(ErrorException::class, $call, $words);
            Check::same($before, $state(), "$case: commands, connections and counters");
            Check::same($thrown, $caught, "$case: the handler's own exception");
            Check::same([null, E_DEPRECATED], [$caught->getPrevious(), $caught->getSeverity()], "$case: as it was thrown");
            Check::same([], $lock->held(), "$case: held");
        }
    }
    Check::same($kept, (new ReflectionProperty(RedisMutexLock::class, 'onLost'))->getValue($used), "callback $i: the one before stays");
}
restore_error_handler();

echo 'done';
?>
--EXPECT--
done
