--TEST--
Laravel: a lock that is released inside a transaction that began before the lock is a warning in the log, and no other lock is
--FILE--
<?php
use Illuminate\Support\Facades\DB;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

/** The log of the application. */
final class Notes
{
    /** @var list<string> */
    public array $lines = [];

    public function __call(string $level, array $arguments): void
    {
        $this->lines[] = "$level: $arguments[0]";
    }
}

/** The application as in production, because the tests of an application have transactions of their own. */
function start(Laravel $laravel, array $mutex = [], string $environment = 'production'): array
{
    $again = $laravel->again([
        'cache.stores.mutex.mutex' => $mutex,
        'database.default' => 'shop',
        'database.connections' => [
            'shop' => ['driver' => 'sqlite', 'database' => ':memory:', 'prefix' => ''],
            'other' => ['driver' => 'sqlite', 'database' => ':memory:', 'prefix' => ''],
        ],
    ]);
    $again->app->detectEnvironment(static fn (): string => $environment);
    $notes = new Notes();
    $again->app->instance('log', $notes);

    return [$again->cache(), $notes];
}

Laravels::each(static function (Laravel $laravel): void {
    [$cache, $notes] = start($laravel);
    $name = Check::unique('pay');
    $cache->lock($name, 10)->get(static fn () => null);
    Check::same([], app('db')->getConnections(), 'connections of an application that locks alone');

    $pay = static fn (int|float|null $seconds = 10, string $way = 'block') => $way === 'get'
        ? $cache->lock($name, $seconds)->get(static fn () => 'paid')
        : $cache->lock($name, $seconds)->block(2, static fn () => 'paid');
    $byHand = static function () use ($cache, $name): void {
        $lock = $cache->lock($name, 10);
        $lock->get();
        $lock->release();
    };
    $warned = static function (string $what, int $times, callable $do) use (&$notes, $name): void {
        $notes->lines = [];
        $do();
        Check::same($times, count($notes->lines), "$what: " . implode("\n", $notes->lines));
        foreach ($notes->lines as $line) {
            $begin = "warning: The lock \"$name\" was released inside a database transaction that began before the lock was acquired.";
            Check::same(true, str_starts_with($line, $begin), "$what: $line");
        }
    };
    $outside = static fn (callable $do): callable => static fn () => DB::transaction(static fn () => $do());

    foreach (['block', 'get'] as $way) {
        foreach ([10, 0.5, null] as $seconds) {
            $warned("$way with " . var_export($seconds, true), 1, $outside(static fn () => $pay($seconds, $way)));
        }
    }
    $warned('by hand', 1, $outside($byHand));
    $warned('a lock of Laravel, by its owner', 1, $outside(static function () use ($cache, $name): void {
        $lock = $cache->lock($name, 10, 'me');
        $lock->get();
        $lock->release();
    }));
    $warned('a transaction inside another one', 1, $outside($outside($pay)));
    $warned('another connection', 1, static fn () => DB::connection('other')->transaction(static fn () => $pay()));
    $warned('begun by hand', 1, static function () use ($pay): void {
        DB::beginTransaction();
        $pay();
        DB::rollBack();
    });
    $warned('a savepoint that ended inside', 1, $outside(static function () use ($cache, $name): void {
        $lock = $cache->lock($name, 10);
        DB::beginTransaction();
        $lock->get();
        DB::rollBack();
        $lock->release();
    }));

    $warned('no transaction', 0, $pay);
    $warned('a transaction inside the lock', 0, static fn () => $cache->lock($name, 10)->block(2, static fn () => DB::transaction(static fn () => 'paid')));
    $warned('a transaction that was before', 0, static function () use ($pay): void {
        DB::transaction(static fn () => 1);
        $pay();
    });
    $warned('released behind the commit', 0, static function () use ($cache, $name): void {
        $lock = $cache->lock($name, 10);
        DB::transaction(static fn () => $lock->get());
        $lock->release();
    });
    $warned('released in the next transaction', 0, static function () use ($cache, $name): void {
        $lock = $cache->lock($name, 10);
        DB::transaction(static fn () => $lock->get());
        DB::transaction(static fn () => $lock->release());
    });
    $warned('released in the transaction behind a rollback', 0, static function () use ($cache, $name): void {
        $lock = $cache->lock($name, 10);
        DB::beginTransaction();
        $lock->get();
        DB::rollBack();
        DB::transaction(static fn () => $lock->release());
    });
    $warned('begun and ended inside the lock', 0, static function () use ($cache, $name): void {
        $lock = $cache->lock($name, 10);
        $lock->get();
        DB::beginTransaction();
        $lock->release();
        DB::rollBack();
    });
    $warned('refused', 0, $outside(static function () use ($cache, $name): void {
        $holder = $cache->lock($name, 10);
        DB::connection('other')->getPdo();
        Check::same(true, $holder->get(), 'somebody holds it');
        Check::same(false, $cache->lock($name, 10)->get(static fn () => 1), 'the other one is refused');
        $holder->forceRelease();
    }));

    [$cache, $notes] = start($laravel, ['warn_in_transactions' => false]);
    $warned('switched off', 0, static fn () => DB::transaction(static fn () => $cache->lock($name, 10)->get(static fn () => 'paid')));
    [$cache, $notes] = start($laravel, environment: 'testing');
    $warned('the tests of an application', 0, static fn () => DB::transaction(static fn () => $cache->lock($name, 10)->get(static fn () => 'paid')));

    // A log that cannot be written changes nothing.
    [$cache, $notes] = start($laravel);
    app()->bind('log', static fn () => throw new DomainException('no log'));
    app()->forgetInstance('log');
    Check::same('paid', DB::transaction(static fn () => $cache->lock($name, 10)->get(static fn () => 'paid')), 'without a log');
});

echo 'done';
?>
--EXPECT--
done
