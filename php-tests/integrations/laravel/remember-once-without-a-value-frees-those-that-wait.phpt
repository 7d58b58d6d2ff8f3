--TEST--
Laravel: if a run of rememberOnce() makes no value, all that waited for it run side by side
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Worker;

const PROCESSES = 5;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $name = Check::unique('user-404');
    $lock = "remember:$name";
    $workers = [];
    for ($i = 0; $i < PROCESSES; $i++) {
        // Its callback ends as the next word of a list says.
        $workers[] = $laravel->worker(<<<'PHP'
            [, $name] = $argv;
            $redis = $laravel->redis();
            $callback = static function () use ($redis, $name): mixed {
                $redis->call('INCR', "$name:runs");
                $redis->send('BLPOP', "$name:go", 60);
                $end = $redis->reply(60)[1];

                return match ($end) {
                    'null' => null,
                    'throws' => throw new DomainException('no data'),
                    'exits' => exit(0),
                    default => $end,
                };
            };
            say('ready');
            while (($ttl = hear()) !== 'end') {
                try {
                    say(json_encode($laravel->cache()->rememberOnce($name, (int) $ttl, $callback, wait: 40)));
                } catch (Throwable $thrown) {
                    say($thrown::class);
                }
            }
            PHP, [$name]);
    }
    foreach ($workers as $worker) {
        $worker->expect('ready', 60);
    }
    $runs = static fn (): int => (int) $redis->call('GET', "$name:runs");
    $begin = static function (int $ttl = 60) use ($workers, $redis, $laravel, $lock, $name, $runs): void {
        $redis->call('DEL', "$name:runs");
        foreach ($workers as $worker) {
            $worker->tell((string) $ttl);
        }
        Check::eventually(static fn (): bool => $laravel->waiters($lock) === PROCESSES - 1, 60, 'one runs, the others wait');
        // Its callback may begin after the others have queued.
        Check::eventually(static fn (): bool => $runs() === 1, 30, 'one run while the others wait');
    };
    $answers = static fn (): array => array_map(static fn (Worker $worker): string => $worker->line(60), $workers);
    $many = static fn (int $count, string $word): array => array_fill(0, $count, $word);

    foreach ([
        'nothing' => [60, 'null', 'null'],
        'an exception' => [60, 'throws', 'DomainException'],
        'a value that is not kept' => [0, 'old', '"old"'],
    ] as $what => [$ttl, $end, $answer]) {
        $begin($ttl);
        $redis->call('RPUSH', "$name:go", $end);
        Check::eventually(static fn (): bool => $runs() === PROCESSES, 60, "$what: all that waited run at the same time");
        Check::same([0, null], [$laravel->waiters($lock), $redis->call('GET', $laravel->key($lock))], "$what: nobody waits, nobody has the lock");
        $redis->call('RPUSH', "$name:go", ...$many(PROCESSES - 1, $end));
        Check::same($many(PROCESSES, $answer), $answers(), $what);
    }

    // The word of the run before is still there. It is not for those that wait for this run.
    $begin();
    $word = $laravel->key("no-value:$name");
    Check::between(1, 20_000, $redis->call('PTTL', $word), 'the lifetime of the word: half of the wait');
    $redis->call('RPUSH', "$name:go", 'today: 42');
    Check::same($many(PROCESSES, '"today: 42"'), $answers(), 'a value');
    Check::same(1, $runs(), 'runs that make a value');

    // After exit() no `finally` of the callback's process runs.
    $laravel->cache()->forget($name);
    $begin();
    $redis->call('RPUSH', "$name:go", 'exits');
    Check::eventually(static fn (): bool => $runs() === PROCESSES, 60, 'an exit: all that waited run at the same time');
    $redis->call('RPUSH', "$name:go", ...$many(PROCESSES - 1, 'exits'));
    foreach ($workers as $worker) {
        Check::same('', $worker->finish(60), 'what a process says after its exit');
    }
});

echo 'done';
?>
--EXPECT--
done
