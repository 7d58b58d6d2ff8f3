--TEST--
A subclass may extend and override, and its objects are locks like any other
--FILE--
<?php
class Shop extends RedisMutexLock
{
    public array $seen = [];
    private int $extra = 3;

    public function __construct(string $url, public readonly string $shop = 'main')
    {
        parent::__construct(['url' => $url, 'lock_prefix' => "shop:$shop:"]);
    }

    public function lock(
        string $name,
        int|float|null $timeout = 1,
        int|float|null $expire = 30,
        int $sleep = 1000,
        ?string $token = null,
    ): bool {
        $this->seen[] = "lock $name";

        return parent::lock($name, $timeout, $expire, $sleep, $token);
    }

    public function unlock(string $name, ?string $token = null): bool
    {
        $this->seen[] = "unlock $name";

        return parent::unlock($name, $token);
    }

    public function extra(): int
    {
        return $this->extra;
    }
}

$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('sub');
$lock = new Shop($server->url(), 'x');
Check::same(true, $lock->lock($name), 'lock');
Check::between(20_000, 30_000, $redis->call('PTTL', "shop:x:$name"), 'lifetime by its own default');
Check::same([$name], $lock->held(), 'held');
Check::same(true, $lock->unlock($name), 'unlock');
Check::same(["lock $name", "unlock $name"], $lock->seen, 'its methods were called');
Check::same([3, 'x', true], [$lock->extra(), $lock->shop, $lock instanceof RedisMutexLock], 'what it has of its own');
Check::same(7, $lock->synchronized($name, fn () => 7, 0, 30), 'synchronized');

echo 'done';
?>
--EXPECT--
done
