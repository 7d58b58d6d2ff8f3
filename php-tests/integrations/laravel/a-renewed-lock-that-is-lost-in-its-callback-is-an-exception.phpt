--TEST--
Laravel: a renewed lock that is lost while its callback runs is a RedisMutexLockLostException with the result
--FILE--
<?php
use RedisMutexLock\Laravel\MutexLock;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Proxy;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $key = $laravel->key('import');
    $cache = $laravel->cache();
    $calls = [
        'block' => static fn (?int $seconds, Closure $work): mixed => $cache->lock('import', $seconds)->block(5, $work),
        'get' => static fn (?int $seconds, Closure $work): mixed => $cache->lock('import', $seconds)->get($work),
    ];
    if (method_exists(\Illuminate\Cache\Repository::class, 'withoutOverlapping')) {
        $calls['withoutOverlapping'] = static fn (?int $seconds, Closure $work): mixed => $cache->withoutOverlapping('import', $work, $seconds);
    }
    foreach ($calls as $how => $call) {
        foreach (['renewed' => null, '60 s' => 60] as $which => $seconds) {
            $what = "$which, $how";
            foreach ([
                'deleted' => static fn () => $redis->call('DEL', $key),
                'held by another owner' => static fn () => $redis->call('SET', $key, 'another owner'),
            ] as $loss => $lose) {
                $work = static function () use ($lose): array {
                    $lose();

                    return ['the', 'result'];
                };
                if ($seconds !== null) {
                    // The rules of Laravel: a lock with seconds ends without a word.
                    Check::same(['the', 'result'], $call($seconds, $work), "$what, $loss");
                    $redis->call('DEL', $key);
                    continue;
                }
                $lost = Check::throws(
                    RedisMutexLockLostException::class,
                    static fn () => $call($seconds, $work),
                    'MutexLock::' . ($how === 'get' ? 'get' : 'block') . '(): the lock "import" was lost while the callback ran',
                );
                Check::same(['the', 'result'], $lost->result, "$what, $loss: the result");
                $redis->call('DEL', $key);
            }

            // The callback's own exception wins.
            Check::throws(DomainException::class, static fn () => $call($seconds, static function () use ($redis, $key): void {
                $redis->call('DEL', $key);
                throw new DomainException('its own');
            }), 'its own');

            // What the callback has released was not lost.
            Check::same('kept', $call($seconds, static fn (): string => 'kept'), "$what: no loss");
            Check::same('forced', $call($seconds, static function () use ($cache): string {
                $cache->lock('import')->forceRelease();

                return 'forced';
            }), "$what: forceRelease in the callback");
        }
    }

    // A callback may release the lock, and another one may get it within.
    Check::same('outer', $cache->lock('import', null)->block(5, static function () use ($cache): string {
        $cache->lock('import')->forceRelease();
        Check::same('inner', $cache->lock('import', 10)->block(5, static fn (): string => 'inner'), 'a lock within');

        return 'outer';
    }), 'forceRelease and a lock within');

    foreach ([null, 60] as $seconds) {
        $lock = $cache->lock('import', $seconds);
        Check::same('released', $lock->block(5, static fn (): string => $lock->release() ? 'released' : 'not released'), 'release in the callback');
        Check::same('restored', $lock->block(5, static fn (): string => $cache->restoreLock('import', $lock->owner())->release()
            ? 'restored' : 'not restored'), 'release of a restored lock in the callback');
        Check::same('again', $lock->block(5, static fn (): string => $lock->release() && $lock->get() ? 'again' : 'not again'), 'get in the callback');
        Check::same(null, $redis->call('GET', $key), 'the key');
    }

    // Seconds that are over before the callback returns end the lock as Laravel's own lock ends.
    $slow = static function () use ($redis, $key): string {
        Check::eventually(static fn (): bool => $redis->call('EXISTS', $key) === 0, 30, 'the end of the lock');

        return 'too late';
    };
    Check::same('too late', $cache->lock('import', 2)->block(30, $slow), 'the result after the seconds');
    Check::same('too late', $cache->lock('import', 2, 'somebody')->block(30, $slow), 'a named owner');

    // Redis is away at the end. The own clock proves a renewed lock, and the release comes later.
    $proxy = Proxy::to(RedisServer::shared());
    $again = $laravel->again(['database.redis.default.port' => $proxy->port, 'cache.stores.mutex.mutex' => ['command_timeout' => 20]]);
    foreach ([null, 60] as $seconds) {
        $away = static function (string $result) use ($proxy): string {
            $proxy->down();

            return $result;
        };
        $lock = $again->cache()->lock('import', $seconds);
        if ($seconds === null) {
            Check::same('done', $lock->block(5, static fn (): string => $away('done')), 'a renewed lock without an answer');
        } else {
            Check::throws(RedisMutexLockUnavailableException::class, static fn () => $lock->block(5, static fn (): string => $away('done')), null);
        }
        $proxy->up();
        unset($lock);
        $laravel->redis()->call('DEL', $key);
        $fail = static fn () => $again->cache()->lock('import', $seconds)->get(static fn () => throw new DomainException($away('its own')));
        Check::throws(DomainException::class, $fail, 'its own');
        $proxy->up();
        $laravel->redis()->call('DEL', $key);
    }
});

echo 'done';
?>
--EXPECT--
done
