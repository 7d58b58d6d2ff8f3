--TEST--
remember() throws the value in an exception if its lock was lost in the callback, after a wait too
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;

    $other = new RedisMutexLock($app->config->get('cache.stores.redis'));
    pcntl_async_signals(true);
    foreach ([false, true] as $waits) {
        foreach (['made', null] as $result) {
            $name = Check::unique('lost');
            $callback = static function () use ($name, $other, $result): ?string {
                Lock::forceUnlock("remember:$name");
                Check::true($other->lock("remember:$name", 0, 60), 'another process has the lock now');

                return $result;
            };
            $waited = false;
            if ($waits) {
                $other->lock("remember:$name", 0, 60);
                pcntl_signal(SIGALRM, static function () use ($other, $name, &$waited): void {
                    $waited = $other->unlock("remember:$name");
                });
                pcntl_alarm(1);
            }
            $lost = Check::throws(RedisMutexLockLostException::class, static fn () => $app->cache->remember($name, $callback, 60), $name);
            Check::same($waits, $waited, 'it waited');
            Check::same($result, $lost->result, 'the value in the exception');
            Check::same($result, $app->cache->get($name), 'the value in the cache');
            Check::true($other->unlock("remember:$name"), 'the lock of the other process');
        }
    }
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
