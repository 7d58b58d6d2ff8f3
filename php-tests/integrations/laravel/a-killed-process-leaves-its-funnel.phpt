--TEST--
Laravel: after SIGKILL inside a funnel the next in line gets in within releaseAfter, and never later than within the lease of the store
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $code = <<<'PHP'
        [, $name, $releaseAfter] = $argv;
        $laravel->cache()->funnel($name)->limit(1)->releaseAfter((int) $releaseAfter)->block(120)->then(static function (): void {
            say('in');
            hear();
        });
        say('out');
        PHP;
    // The lease of the store, what the application gives, and the seconds that both mean together.
    $cases = ['shorter' => [300, 4, 4], 'longer' => [4, 600, 4], 'none' => [4, 0, 4], 'shortest' => [300, 1, 1]];
    $key = static fn (string $name): string => $laravel->key("funnel:$name");
    $holders = $waiters = $shares = [];
    foreach ($cases as $name => [$lease, $releaseAfter]) {
        $config = ['cache.stores.mutex.mutex' => ['lease' => $lease]];
        $holders[$name] = $laravel->worker($code, [$name, $releaseAfter], $config);
        $holders[$name]->expect('in', 30);
        $shares[$name] = $redis->call('ZRANGE', $key($name), 0, -1);
        $waiters[$name] = $laravel->worker($code, [$name, $releaseAfter], $config);
        Check::eventually(static fn (): bool => $laravel->waiters("funnel:$name") === 1, 30, "$name: one waits");
    }
    // The shares are renewed, also beyond the first lease.
    $begin = hrtime(true);
    Check::eventually(static fn (): bool => (hrtime(true) - $begin) / 1e9 > 5, 60, 'more than a lease');
    foreach ($cases as $name => [, , $seconds]) {
        Check::same($shares[$name], $redis->call('ZRANGE', $key($name), 0, -1), "$name: the holder after more than a lease");
        Check::between(1, $seconds * 1000, $redis->call('PTTL', $key($name)), "$name: ms that the share lives on");
    }
    $killed = hrtime(true);
    array_map(static fn (object $holder) => $holder->kill(), $holders);
    foreach (['shortest', 'none', 'longer', 'shorter'] as $name) {
        $waiters[$name]->expect('in', 60);
        // The server has said how long the share lives on. This bound only guards against the 300 or 600 s of the case.
        Check::between(0, $cases[$name][2] + 30, (hrtime(true) - $killed) / 1e9, "$name: seconds from the kill until the next one is in");
        $waiters[$name]->tell('go on');
        $waiters[$name]->expect('out', 30);
        $waiters[$name]->finish();
        Check::same(0, $redis->call('EXISTS', $key($name)), "$name: the funnel at the end");
    }
});

echo 'done';
?>
--EXPECT--
done
