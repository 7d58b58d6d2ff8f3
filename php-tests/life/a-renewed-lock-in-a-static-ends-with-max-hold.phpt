--TEST--
A renewed lock in a static stays when its request is over, and max_hold ends it
--FILE--
<?php
final class Service
{
    private static ?RedisMutexLock $lock = null;

    public static function handle(array $config, string $name): bool
    {
        self::$lock ??= new RedisMutexLock($config);

        return self::$lock->lock($name, 0, null);
    }
}

$config = ['url' => RedisServer::shared()->url(), 'lease' => 3, 'max_hold' => 3];
$name = Check::unique('static');
Check::true(Service::handle($config, $name), 'the first request');
$other = new RedisMutexLock($config);
Check::same(false, $other->lock($name), 'the lock after the request');
Check::true($other->lock($name, 60, 60, 50_000), 'the lock after max_hold');
Check::true(Service::handle($config, "$name-2"), 'the static object works on');
echo "done\n";
?>
--EXPECT--
done
