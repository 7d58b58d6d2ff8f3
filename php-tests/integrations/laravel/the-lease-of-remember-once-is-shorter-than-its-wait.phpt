--TEST--
Laravel: the lock of rememberOnce() has a lease of half its wait, at least 1 s, unless the configured lease is shorter
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $monitor = $laravel->redis();
    $monitor->call('MONITOR');

    /** The lifetime in milliseconds with which a key was asked for. A busy machine does not change it. */
    $asked = static function (string $key) use ($redis, $monitor): int {
        $redis->call('ECHO', $end = Check::unique('end'));
        $found = 0;
        for ($line = ''; !str_contains($line, $end);) {
            $line = $monitor->reply(60);
            if (preg_match('/"SET" "' . preg_quote($key, '/') . '" .* "PX" "(\d+)"/i', $line, $lifetime) === 1) {
                $found = (int) $lifetime[1];
            }
        }

        return $found;
    };
    foreach ([
        'the usual wait' => [[], [], 5],
        'a longer wait' => [[], ['wait' => 40.0], 20],
        'a wait that is longer than two leases' => [[], ['wait' => 120], 30],
        'a wait without limit' => [[], ['wait' => null], 30],
        'a short wait' => [[], ['wait' => 0.2], 1],
        'one attempt' => [[], ['wait' => 0], 1],
        'a short lease' => [['lease' => ' 3.5 '], [], 3.5],
        'no lease is configured and a long wait' => [['lease' => null], ['wait' => 120], 30],
        'fencing tokens' => [['fencing' => true], [], 5],
    ] as $what => [$mutex, $wait, $lease]) {
        $cache = $laravel->again(['cache.stores.mutex.mutex' => $mutex])->cache();
        $name = Check::unique('stats');
        try {
            Check::same('made', $cache->rememberOnce($name, 60, static fn (): string => 'made', ...$wait), $what);
        } catch (RedisMutexLockLostException) {
            // The machine stood still for a whole lease.
        }
        Check::same((int) ($lease * 1000), $asked($laravel->key("remember:$name")), $what);
        Check::same([], $redis->call('KEYS', "*$name*"), "$what: neither a lock nor a word is left");
    }
});

echo 'done';
?>
--EXPECT--
done
