--TEST--
Laravel: with "servers" the locks are on a quorum, of which one server may be away, while the cached data stay where they are
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\QuorumSet;

Laravels::each(static function (Laravel $laravel): void {
    $set = QuorumSet::start(3);
    $ports = array_map(static fn (\Tests\RedisServer $server): int => $server->plainPort, $set->servers());
    $redis = $laravel->app->make('config')->get('database.redis');
    foreach (['locks-a', 'locks-b', 'locks-c'] as $number => $name) {
        $redis[$name] = ['host' => '127.0.0.1', 'port' => (string) $ports[$number], 'password' => null, 'database' => '2'];
    }
    $with = static fn (mixed $servers, array $mutex = []): Laravel => $laravel->again([
        'database.redis' => $redis, 'cache.stores.mutex.mutex' => ['servers' => $servers, 'command_timeout' => 10] + $mutex,
    ]);
    // As env('LOCK_SERVERS') would have it.
    $again = $with('locks-a,locks-b,locks-c', ['fencing' => true]);
    $cache = $again->cache();
    $everywhere = static function (string $name, ?string $owner) use ($set, $again): void {
        $values = static fn (): array => array_map(static function ($client) use ($again, $name): ?string {
            $client->call('SELECT', 2);

            return $client->call('GET', $again->key($name));
        }, array_values($set->clients()));
        // What a majority has granted may still be in flight to the last server.
        Check::eventually(static fn (): bool => array_unique($values(), SORT_REGULAR) === [$owner], 30, "$name on all servers");
    };

    $lock = $cache->lock('order', 60);
    Check::same([true, false], [$lock->get(), $cache->lock('order', 60)->get()], 'one lock');
    $everywhere('order', $lock->owner());
    Check::same(null, $laravel->redis()->call('GET', $laravel->key('order')), 'nothing on the connection of the locks');
    Check::same([true, true], [$lock->isLocked(), $lock->isOwnedBy($lock->owner())], 'questions');
    Check::same(true, $cache->put('value', 'kept', 60), 'a value');
    Check::same('kept', $laravel->cache('stock')->get('value'), 'it is on the connection of the cache');

    // A waiting process gets the lock handed over.
    $worker = $again->worker(<<<'PHP'
        say('waits');
        $lock = $laravel->cache()->lock('order', 60);
        say($lock->block(60) ? $lock->owner() : 'refused');
        say($laravel->cache()->restoreLock('order', hear())->release() ? 'released' : 'not released');
        PHP);
    $worker->expect('waits', 30);
    $list = static fn (): array => json_decode(substr($again->artisan('lock:list', ['--json' => true]), 2), true);
    Check::eventually(static fn (): bool => ($list()[0]['waiting'] ?? null) === 1, 30, 'a waiting process is counted');
    $fence = $lock->fence();
    Check::same(true, $lock->release(), 'release');
    $owner = $worker->line(60);
    Check::same([false, true], [$lock->release(), $cache->lock('order')->isOwnedBy($owner)], 'the owner has changed');

    // Owners of other processes.
    $worker->tell($owner);
    $worker->expect('released', 30);
    $worker->finish();
    Check::same(true, $lock->get(), 'get again');
    Check::true($lock->fence() > $fence, 'the fencing token has grown');
    Check::same(false, $cache->restoreLock('order', 'somebody')->release(), 'an owner of nothing');
    Check::same([true, true], [$lock->refresh(90), $cache->restoreLock('order', $lock->owner())->release()], 'refresh, release elsewhere');
    $everywhere('order', null);

    // Without one of the servers.
    $set->kill(0);
    $renewed = $cache->lock('import', null);
    Check::same([true, false], [$renewed->get(), $cache->lock('import', 5)->get()], 'a renewed lock');
    Check::same(true, $cache->lock('report', 60)->get(), 'a lock that stays');
    $shown = $again->artisan('lock:list');
    Check::same(1, preg_match('/^0 .*\| import .*\| report .*\n3 servers, 2 needed\.\n$/s', $shown), "lock:list shows\n$shown");
    Check::same(['import', 'report'], array_column($list(), 'name'), 'JSON');
    Check::same("0 Released [report].\n", $again->artisan('lock:release', ['name' => 'report', '--force' => true]), 'lock:release');
    Check::same("1 [report] is not locked.\n", $again->artisan('lock:release', ['name' => 'report', '--force' => true]), 'a free name');
    unset($renewed);
    $everywhere('import', null);
    Check::same("0 No locks are held.\n3 servers, 2 needed.\n", $again->artisan('lock:list'), 'without a lock');

    // What Laravel's own lock would do on one server.
    $refused = 'The lock is on a quorum of servers, where nobody can acquire it for an owner that is given. Leave the owner out, or use a'
        . ' cache store whose "mutex" has no "servers".';
    foreach ([
        static fn () => $cache->lock('order', 10, 'somebody')->get(), static fn () => $cache->lock('order', 10, 'somebody')->block(1),
        static fn () => $cache->restoreLock('order', $lock->owner())->get(),
    ] as $acquire) {
        Check::throws(\InvalidArgumentException::class, $acquire, $refused);
    }
    $long = str_repeat('n', 4096);
    Check::throws(
        \InvalidArgumentException::class,
        static fn () => $cache->lock($long, 10),
        '/^The lock is on a quorum of servers, and its key \(prefix and name\) has 1 to 4096 bytes\. This one has \d+\. Use a hash of the name\.$/',
    );
    Check::same("1 [$long] is not locked.\n", $again->artisan('lock:release', ['name' => $long, '--force' => true]), 'lock:release of a long name');
    $none = 'The locks of this cache store are on the "servers" of its "mutex", and Laravel has no connection to a quorum.';
    Check::throws(\InvalidArgumentException::class, static fn () => $cache->getStore()->lockConnection(), $none);
    Check::throws(
        \InvalidArgumentException::class,
        static fn () => $cache->funnel('mails')->limit(1)->then(static fn () => throw new LogicException('it ran')),
        'The locks of this cache store are on the "servers" of its "mutex", and independent servers cannot count who is in a funnel.'
            . ' Use a cache store without "servers" for it.',
    );
    if (method_exists(\Illuminate\Cache\RedisStore::class, 'flushLocks')) {
        Check::throws(\InvalidArgumentException::class, static fn () => $cache->flushLocks(), $none);
    }

    // What the class refuses is refused at the first lock.
    $error = '"servers" must name an odd number of servers from 3 to 15, 2 given';
    $two = $with(['locks-a', 'locks-b']);
    Check::throws(\ValueError::class, static fn () => $two->cache()->lock('order', 10), $error);
    Check::same(true, str_contains($two->artisan('lock:list'), $error), 'in lock:list too');
});

echo 'done';
?>
--EXPECT--
done
