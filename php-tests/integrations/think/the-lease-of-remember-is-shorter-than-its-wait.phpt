--TEST--
The lock of remember() has a lease of half its wait, at least 1 s, unless the configured lease is shorter
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;
    use Tests\RedisServer;

    $redis = RedisServer::shared()->client();
    $monitor = RedisServer::shared()->client();
    $monitor->call('MONITOR');
    $shipped = $app->config->get('lock');

    /** The lifetime in milliseconds with which a name was asked for. A busy machine does not change it. */
    $asked = static function (string $name) use ($redis, $monitor): int {
        $redis->call('ECHO', $end = Check::unique('end'));
        $found = 0;
        for ($line = ''; !str_contains($line, $end);) {
            $line = $monitor->reply(60);
            if (preg_match('/"SET" "lock:remember:' . preg_quote($name, '/') . '" .* "PX" "(\d+)"/i', $line, $lifetime) === 1) {
                $found = (int) $lifetime[1];
            }
        }

        return $found;
    };
    foreach ([
        'the wait of Cache::remember()' => [[], [], 5],
        'a longer wait' => [[], ['wait' => 40.0], 20],
        'a wait that is longer than two leases' => [[], ['wait' => 120], 30],
        'a wait without limit' => [[], ['wait' => null], 30],
        'a short wait' => [[], ['wait' => 0.2], 1],
        'one attempt' => [[], ['wait' => 0], 1],
        'a short lease' => [['lease' => ' 3.5 '], [], 3.5],
        'no lease is configured' => [['lease' => null], [], 5],
        'no lease is configured and a long wait' => [['lease' => ''], ['wait' => 120], 30],
        'fencing tokens' => [['fencing' => true], [], 5],
    ] as $what => [$lock, $wait, $lease]) {
        Lock::endScope();
        $app->config->set($lock + $shipped, 'lock');
        $name = Check::unique('stats');
        try {
            Check::same('made', Lock::remember($name, static fn (): string => 'made', 60, ...$wait), $what);
        } catch (RedisMutexLockLostException) {
            // The machine stood still for a whole lease.
        }
        Check::same((int) ($lease * 1000), $asked($name), $what);
        Check::same(null, Lock::owner("remember:$name"), "$what: the lock is free at the end");
        Check::same([], $redis->call('KEYS', "*no-value:$name*"), "$what: no word is left");
    }

    // Without a key of its own, php.ini says the lease.
    ini_set('redis_mutex_lock.lease', '2.5');
    $app->config->set(['lease' => null] + $shipped, 'lock');
    Lock::endScope();
    $made = Lock::remember(Check::unique('ini'), static fn (RedisMutexLock $lock): array => $lock->held(), 60);
    Check::same(1, count($made), 'the injected object has the lock, because its lease is short enough');
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
