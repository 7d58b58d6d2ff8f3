--TEST--
Laravel: if the process that makes the value of rememberOnce() is killed, another one begins within the lease and a second
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Worker;

const READERS = 3;
const WAIT = 20;
const LEASE = WAIT / 2;
/** A renewal comes after each third of the lease, so this much is left less than the whole at some moment. */
const PASSED = 1.5;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $now = static function () use ($redis): float {
        [$seconds, $micros] = $redis->call('TIME');

        return $seconds + $micros / 1e6;
    };
    foreach (['', 'reports'] as $tag) {
        $name = Check::unique('stats');
        $process = static fn (string $callback): Worker => $laravel->worker(<<<'PHP'
            [, $name, $tag, $callback, $wait] = $argv;
            $redis = $laravel->redis();
            $cache = $tag === '' ? $laravel->cache() : $laravel->cache()->tags([$tag]);
            say('ready');
            hear();
            say(json_encode($cache->rememberOnce($name, 60, static function () use ($redis, $name, $callback): string {
                $redis->call('RPUSH', "$name:runs", implode('.', $redis->call('TIME')));
                $callback === 'sleeps' && sleep(100);

                return 'made';
            }, wait: (int) $wait)));
            PHP, [$name, $tag, $callback, WAIT]);
        $lock = 'remember:' . ($tag === '' ? '' : "$tag:") . $name;
        $maker = $process('sleeps');
        $readers = array_map(static fn (): Worker => $process('makes'), range(1, READERS));
        foreach ([$maker, ...$readers] as $worker) {
            $worker->expect('ready', 60);
        }
        $maker->tell('go');
        Check::eventually(static fn (): bool => $redis->call('LLEN', "$name:runs") === 1, 30, 'the callback runs');
        foreach ($readers as $reader) {
            $reader->tell('go');
        }
        Check::eventually(static fn (): bool => $laravel->waiters($lock) === READERS, 30, 'the others wait');
        // Behind a renewal, a machine that is busy for a moment has this time to spare.
        $left = static fn (): int => $redis->call('PTTL', $laravel->key($lock));
        Check::eventually(static fn (): bool => $left() < (LEASE - PASSED) * 1000, 30, 'some of the lease is over');
        $maker->kill();
        $killed = $now();

        foreach ($readers as $reader) {
            $reader->expect('"made"', 60);
            $reader->finish(60);
        }
        $runs = array_map(static fn (string $time): array => explode('.', $time), $redis->call('LRANGE', "$name:runs", 0, -1));
        Check::same(2, count($runs), 'the killed run and one more');
        [$seconds, $micros] = $runs[1];
        Check::between(0, LEASE + 1, $seconds + $micros / 1e6 - $killed, 'seconds from the kill to the next run');
    }
});

echo 'done';
?>
--EXPECT--
done
