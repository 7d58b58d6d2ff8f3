--TEST--
Laravel: without a listener no event is made, and with one the same commands are sent to Redis
--FILE--
<?php
use RedisMutexLock\Laravel\Events\LockAcquired;
use RedisMutexLock\Laravel\Events\LockLost;
use RedisMutexLock\Laravel\Events\LockRefused;
use RedisMutexLock\Laravel\Events\LockReleased;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

const EVENTS = [LockAcquired::class, LockRefused::class, LockReleased::class, LockLost::class];

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    // A short test with a long lease, so that no renewal is among the commands.
    $again = $laravel->again(['cache.stores.mutex.mutex' => ['lease' => 600]]);
    $cache = $again->cache();
    // Connections and scripts are there.
    $cache->lock('order', null)->block(30, static fn (): int => 1);
    $cache->lock('order', 60)->block(30, static fn (): int => 1);
    $monitor = $laravel->redis();
    $monitor->call('MONITOR');

    /** The commands about the lock, without what differs each time. */
    $commands = static function () use ($laravel, $cache, $redis, $monitor): array {
        foreach ([60, null] as $seconds) {
            $lock = $cache->lock('order', $seconds);
            Check::same(true, $lock->get(), 'get');
            Check::same(false, $cache->lock('order', 60)->get(), 'get of a lock that is held');
            Check::same(true, $lock->release(), 'release');
            $lock->block(30, static fn (): int => 1);
            $lock->get();
            $redis->call('DEL', $laravel->key('order'));
            Check::same(false, $lock->release(), 'release of a lost lock');
        }
        $redis->call('ECHO', $end = Check::unique('end'));
        $found = [];
        for ($line = ''; !str_contains($line, $end);) {
            $line = $monitor->reply(60);
            if (str_contains($line, $laravel->prefix)) {
                $found[] = preg_replace(['/^\S+ \[\d+ \S+\] /', '/[0-9a-f]{32}/'], ['', 'TOKEN'], $line);
            }
        }

        return $found;
    };

    $without = $commands();
    Check::between(12, 1000, count($without), 'commands');
    $loaded = static fn (): array => array_values(array_filter(EVENTS, static fn (string $class): bool => class_exists($class, false)));
    Check::same([], $loaded(), 'classes of events that were needed');

    $heard = 0;
    foreach (EVENTS as $class) {
        $again->app->make('events')->listen($class, static function () use (&$heard): void {
            $heard++;
        });
    }
    Check::same($without, $commands(), 'the commands with a listener');
    // Three acquisitions, a refusal, two releases and a loss, with seconds and without.
    Check::same(14, $heard, 'how many events there were');
    Check::same(EVENTS, $loaded(), 'classes of events that were needed with a listener');
});

echo 'done';
?>
--EXPECT--
done
