--TEST--
Laravel: rememberOnce() of a store and of tags runs its callback in one of 6 processes, where remember() runs it in all of them
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

const PROCESSES = 6;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $calls = ['rememberOnce' => 1, 'tags' => 1, 'remember' => PROCESSES];
    if (method_exists(Illuminate\Cache\Repository::class, 'flexible')) {
        $calls += ['flexible' => PROCESSES, 'rememberOnce in flexible' => 1];
    }
    foreach ($calls as $call => $expected) {
        $name = Check::unique('stats');
        $workers = [];
        for ($i = 0; $i < PROCESSES; $i++) {
            $workers[] = $laravel->worker(<<<'PHP'
                use Illuminate\Support\Facades\Cache;

                [, $name, $call] = $argv;
                $redis = $laravel->redis();
                // The slow query: it ends when the test says so.
                $query = static function () use ($redis, $name): array {
                    $redis->call('INCR', "$name:runs");
                    $redis->send('BLPOP', "$name:go", 60);
                    $redis->reply(60);

                    return ['today' => 42];
                };
                say('ready');
                hear();
                say(json_encode(match ($call) {
                    'rememberOnce' => Cache::rememberOnce($name, 60, $query, wait: 60),
                    'tags' => Cache::tags(['reports', 'shop'])->rememberOnce($name, now()->addMinute(), $query, 60),
                    'remember' => Cache::remember($name, 60, $query),
                    'flexible' => Cache::flexible($name, [60, 600], $query),
                    'rememberOnce in flexible' => Cache::flexible(
                        $name,
                        [60, 600],
                        static fn (): array => Cache::rememberOnce("$name:new", 5, $query, 60),
                    ),
                }));
                PHP, [$name, $call]);
        }
        foreach ($workers as $worker) {
            $worker->expect('ready', 60);
            $worker->tell('go');
        }
        $runs = static fn (): int => (int) $redis->call('GET', "$name:runs");
        $lock = match ($call) {
            'tags' => "remember:reports|shop:$name",
            'rememberOnce in flexible' => "remember:$name:new",
            default => "remember:$name",
        };
        Check::eventually(
            static fn (): bool => $runs() + $laravel->waiters($lock) === PROCESSES,
            60,
            "$call: each process runs or waits",
        );
        $redis->call('RPUSH', "$name:go", ...array_fill(0, PROCESSES, 'go'));
        foreach ($workers as $worker) {
            $worker->expect('{"today":42}', 60);
            $worker->finish(60);
        }
        Check::same($expected, $runs(), "$call: runs");
        Check::same(null, $redis->call('GET', $laravel->key($lock)), "$call: the lock is free");

        $cache = $call === 'tags' ? $laravel->cache()->tags(['reports', 'shop']) : $laravel->cache();
        $never = static fn () => throw new \Tests\Failure('the callback ran although there is a value');
        Check::same(['today' => 42], $cache->rememberOnce($name, 60, $never), "$call: the value is in the cache");
    }
});

echo 'done';
?>
--EXPECT--
done
