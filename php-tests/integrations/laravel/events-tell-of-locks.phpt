--TEST--
Laravel: listeners hear of each lock that is acquired, refused, released or lost, with its name, its wait and its hold time
--FILE--
<?php
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Event;
use RedisMutexLock\Laravel\Events\LockAcquired;
use RedisMutexLock\Laravel\Events\LockLost;
use RedisMutexLock\Laravel\Events\LockRefused;
use RedisMutexLock\Laravel\Events\LockReleased;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $again = $laravel->again(['cache.stores.mutex.mutex' => ['lease' => 5, 'max_hold' => 600]]);
    $cache = $again->cache();
    $heard = [];
    foreach ([LockAcquired::class, LockRefused::class, LockReleased::class, LockLost::class] as $class) {
        $again->app->make('events')->listen($class, static function (object $event) use (&$heard): void {
            $heard[] = $event;
        });
    }
    /** The events since the last call, as their short names. */
    $names = static function () use (&$heard): array {
        $names = array_map(static fn (object $event): string => substr(strrchr($event::class, '\\'), 5), $heard);
        $heard = [];

        return $names;
    };

    // A wait that is handed the lock, in another process.
    $lock = $cache->lock('order', 60);
    Check::same(true, $lock->get(), 'get');
    $waiting = $again->worker(<<<'PHP'
        use RedisMutexLock\Laravel\Events\LockAcquired;

        $laravel->app->make('events')->listen(LockAcquired::class, static function (LockAcquired $event): void {
            say("$event->name " . ($event->waited > 1));
        });
        $lock = $laravel->cache()->lock('order', 60);
        say('waits');
        $lock->block(60);
        $lock->release();
        PHP);
    $waiting->expect('waits', 60);
    Check::eventually(static fn (): bool => $laravel->waiters('order') === 1, 30, 'another process waits');
    $began = hrtime(true);
    Check::eventually(static fn (): bool => hrtime(true) - $began > 1.2e9, 30, 'it waits for more than a second');
    Check::same(true, $lock->release(), 'release');
    $waiting->expect('order 1', 30);
    $waiting->finish(30);
    [$acquired, $released] = $heard;
    Check::same(['order', 'default', 60], [$acquired->name, $acquired->connection, $acquired->seconds], 'what LockAcquired has');
    Check::between(0, 30, $acquired->waited, 'seconds until the grant');
    Check::same(['order', 'default'], [$released->name, $released->connection], 'what LockReleased has');
    Check::between(1.2, 60, $released->held, 'seconds between acquisition and release');
    $names();

    // A refusal, and a wait in vain.
    $holder = $laravel->cache('stock')->lock('order', 60);
    $holder->block(30);
    Check::same(false, $cache->lock('order', 60)->get(), 'get of a lock that is held');
    Check::throws(LockTimeoutException::class, static fn () => $cache->lock('order', 60)->block(1));
    Check::throws(LockTimeoutException::class, static fn () => $cache->lock('order', 60, 'somebody')->block(1));
    Check::same([true, true, true], array_map(static fn (LockRefused $event): bool => $event->name === 'order', $heard), 'the names');
    Check::between(0, 30, $heard[0]->waited, 'one attempt');
    Check::between(1, 30, $heard[1]->waited, 'the whole wait');
    // Laravel stops before a look that would come too late, and some versions count whole seconds of the clock.
    Check::between(0.001, 30, $heard[2]->waited, 'the whole wait by the rules of Laravel');
    $names();
    $holder->release();

    // What releases a lock.
    foreach ([
        'a callback' => static fn () => $cache->lock('order', 60)->block(30, static fn (): int => 1),
        'a callback of a renewed lock' => static fn () => $cache->lock('order', null)->block(30, static fn (): int => 1),
        'a named owner' => static fn () => $cache->lock('order', 60, 'somebody')->get(static fn (): int => 1),
        'forceRelease()' => static fn () => tap($cache->lock('order', 60))->block(30)->forceRelease(),
        'forceRelease() of another object' => static function () use ($cache): void {
            $cache->lock('order', 60)->block(30);
            $cache->lock('order')->forceRelease();
        },
    ] as $what => $work) {
        $work();
        Check::same(['Acquired', 'Released'], $names(), $what);
    }
    Check::same(true, ($lock = $cache->lock('order', 60))->get(), 'get');
    $names();
    Check::same(true, $cache->restoreLock('order', $lock->owner())->release(), 'release of a restored lock');
    Check::same([null], array_column($heard, 'held'), 'another object had acquired it');
    Check::same(['Released'], $names(), 'a restored lock');
    Check::same(false, $cache->lock('order')->release(), 'release of a lock that was not acquired');
    $cache->lock('order')->forceRelease();
    Check::same([], $names(), 'nothing was held');

    // What a lock with seconds can lose, when its object asks again.
    foreach (['release', 'refresh'] as $call) {
        $lock = $cache->lock('short', 60);
        $lock->block(30);
        $redis->call('DEL', $laravel->key('short'));
        Check::same(false, $lock->$call(), "$call after the end");
        Check::same(60, $heard[1]->seconds, 'what LockLost has');
        Check::same(['Acquired', 'Lost'], $names(), "$call of a lock that has ended");
        $lock->release();
        Check::same([], $names(), 'a loss is announced once');
    }

    // The loss of a renewed lock is announced as soon as a renewal finds it, whether or not onLost() is set, which is called behind the event.
    foreach ([false, true] as $isSet) {
        $lock = $cache->lock('import', null);
        $isSet && $lock->onLost(static function (string $name) use (&$heard): void {
            $heard[] = new class($name) {
                public function __construct(public readonly string $name)
                {
                }
            };
        });
        Check::same(true, $lock->block(30), 'renewed: block');
        $redis->call('DEL', $laravel->key('import'));
        Check::eventually(
            static function () use (&$heard, $isSet): bool {
                return count($heard) === ($isSet ? 3 : 2);
            },
            30,
            'the renewal finds the loss',
        );
        Check::same(['import', null], [$heard[1]->name, $heard[1]->seconds], 'renewed: what LockLost has');
        Check::between(0, 60, $heard[1]->held, 'renewed: seconds from the acquisition to the loss');
        Check::same($isSet, isset($heard[2]) && $heard[2]->name === 'import', 'renewed: onLost() is called too');
        $heard = array_slice($heard, 0, 2);
        Check::same(['Acquired', 'Lost'], $names(), 'renewed: events');
        Check::same(false, $lock->release(), 'renewed: release after the loss');
        Check::same([], $names(), 'renewed: a loss is announced once');
    }
    Check::throws(RedisMutexLockLostException::class, static fn () => $cache->lock('import', null)->block(30, static function () use ($redis, $laravel): void {
        $redis->call('DEL', $laravel->key('import'));
    }));
    Check::same(['Acquired', 'Lost'], $names(), 'renewed: a loss inside a callback');
    $cache->lock('import', null)->block(30, static fn () => $cache->lock('import')->forceRelease());
    Check::same(['Acquired', 'Released'], $names(), 'what this process has released is not lost');

    // What a listener throws is reported, and the lock works on.
    $reported = [];
    $again->app->instance(\Illuminate\Contracts\Debug\ExceptionHandler::class, new class($reported) extends \Illuminate\Foundation\Exceptions\Handler {
        public function __construct(private array &$reported)
        {
        }

        public function report(Throwable $e): void
        {
            $this->reported[] = $e->getMessage();
        }
    });
    $again->app->make('events')->listen('RedisMutexLock\Laravel\Events\*', static fn (string $event) => throw new LogicException($event));
    Check::same('result', $cache->lock('order', 60)->block(30, static fn (): string => 'result'), 'the result of the callback');
    Check::same([LockAcquired::class, LockReleased::class], $reported, 'what was reported');
    Check::same(null, $redis->call('GET', $laravel->key('order')), 'the lock is released');
    $names();

    // The double of the tests of an application.
    $laravel->again();
    Event::fake();
    $lock = Cache::lock('order', 60);
    $lock->block(30, static fn (): int => 1);
    $recorded = static fn (string $class): array => Event::dispatched($class)->all();
    Check::same([1, 1, 0], array_map(static fn (string $class): int => count($recorded($class)), [LockAcquired::class, LockReleased::class, LockLost::class]), 'the events that the double of Laravel has recorded');

    // No event has the owner, which is the right to release the lock.
    foreach ([LockAcquired::class, LockReleased::class] as $class) {
        Check::same(false, str_contains(serialize($recorded($class)), $lock->owner()), "the owner in $class");
    }
});

echo 'done';
?>
--EXPECT--
done
