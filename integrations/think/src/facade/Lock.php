<?php
/*
 * The facade of the locks for applications, such as Lock::lock('order:42'), which holds the same locks as an injected
 * RedisMutexLock.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\facade;

use think\Facade;

/**
 * @mixin \RedisMutexLock\Think\Lock
 * @method static bool lock(string $name, int|float|null $timeout = 0, int|float|null $expire = 20, int $sleep = 100000, ?string $token = null)
 * @method static bool lockAll(array $names, int|float|null $timeout = 0, int|float|null $expire = 20, int $sleep = 100000)
 * @method static bool lockShared(string $name, int|float|null $timeout = 0, int|float|null $expire = 20, int $sleep = 100000, ?int $limit = null)
 * @method static bool unlock(string $name, ?string $token = null)
 * @method static bool release(string $name, ?string $token = null)
 * @method static bool unlockAll()
 * @method static bool isLocking(string $name)
 * @method static bool expire(string $name, int|float $expire, ?string $token = null)
 * @method static mixed synchronized(string $name, callable $callback, int|float|null $timeout = 10, int|float|null $expire = null, int $sleep = 100000)
 * @method static mixed synchronizedAll(array $names, callable $callback, int|float|null $timeout = 10, int|float|null $expire = null, int $sleep = 100000)
 * @method static mixed synchronizedShared(string $name, callable $callback, int|float|null $timeout = 10, int|float|null $expire = null, int $sleep = 100000, ?int $limit = null)
 * @method static bool isLocked(string $name)
 * @method static ?string owner(string $name)
 * @method static ?float remaining(string $name)
 * @method static ?string token(string $name)
 * @method static ?int fence(string $name)
 * @method static array held()
 * @method static ?string detach(string $name)
 * @method static bool adopt(string $name, string $token, int|float|null $expire = 20)
 * @method static bool forceUnlock(string $name)
 * @method static void onLost(?callable $callback)
 * @method static array list(string $pattern = '*', int $limit = 1000)
 * @method static string generateToken()
 * @method static array stats()
 * @method static array poolStats()
 * @method static \RedisMutexLock native()
 * @method static ?int quorumServers()
 * @method static mixed remember(string $name, mixed $value, int|\DateInterval|\DateTimeInterface|null $expire = null, int|float|null $wait = 10)
 * @method static mixed rememberIn(\think\cache\Driver $cache, string $name, mixed $value, int|\DateInterval|\DateTimeInterface|null $expire = null, int|float|null $wait = 10)
 */
final class Lock extends Facade
{
    protected static function getFacadeClass(): string
    {
        return \RedisMutexLock\Think\Lock::class;
    }
}
