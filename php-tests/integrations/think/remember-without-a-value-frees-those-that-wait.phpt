--TEST--
remember(): if a run makes no value, all that waited for it run side by side; if it makes one, nobody else runs
--FILE--
<?php
use Tests\Check;
use Tests\Queue;
use Tests\RedisServer;
use Tests\ThinkPhp;
use Tests\Worker;

const PROCESSES = 12;

$redis = RedisServer::shared()->client();

/** A process that calls remember() when it hears a line, and says what came. Its callback ends as the next word of a list says. */
$process = static fn (string $name): Worker => ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;

    [, , $name] = $argv;
    $redis = Tests\RedisServer::shared()->client();
    $callback = static function () use ($redis, $name): mixed {
        $redis->call('INCR', "$name:runs");
        $redis->send('BLPOP', "$name:go", 60);
        $end = $redis->reply(60)[1];

        return match ($end) {
            'null' => null,
            'throws' => throw new DomainException('no data'),
            default => $end,
        };
    };
    // A cache that forgets at once, as if the lifetime were over already.
    $forgets = new class($app->config->get('cache.stores.redis')) extends RedisMutexLock\Think\cache\Redis {
        public function set($name, $value, $expire = null): bool
        {
            return true;
        }
    };
    say('ready');
    while (($cache = hear()) !== 'end') {
        try {
            $store = $cache === 'forgets' ? $forgets : $app->cache->store();
            say(json_encode(Lock::rememberIn($store, $name, $callback, 60, 40)));
        } catch (Throwable $thrown) {
            say($thrown::class);
        }
    }
    PHP, args: [$name]);

$workers = [];
$name = Check::unique('user-404');
for ($i = 0; $i < PROCESSES; $i++) {
    $workers[] = $process($name);
}
$runs = static fn (): int => (int) $redis->call('GET', "$name:runs");
$queue = new Queue(RedisServer::shared(), "remember:$name");

/** One process runs, and the others wait for it. */
$begin = static function (string $cache) use ($workers, $redis, $queue, $name, $runs): void {
    $redis->call('DEL', "$name:runs");
    foreach ($workers as $worker) {
        $worker->tell($cache);
    }
    Check::eventually(static fn (): bool => count($queue->tokens()) === PROCESSES - 1, 30, "$cache: one runs, the others wait");
    // Its callback may begin after the others have queued.
    Check::eventually(static fn (): bool => $runs() === 1, 30, "$cache: one run while the others wait");
};

/** @return list<string> what came of all */
$answers = static function () use ($workers): array {
    $lines = array_map(static fn (Worker $worker): string => $worker->line(60), $workers);
    sort($lines);

    return $lines;
};

foreach ($workers as $worker) {
    $worker->expect('ready', 60);
}
$many = static fn (int $count, string $word): array => array_fill(0, $count, $word);
foreach ([
    'nothing' => ['cache', $many(PROCESSES, 'null'), $many(PROCESSES, 'null')],
    'an exception' => ['cache', $many(PROCESSES, 'throws'), $many(PROCESSES, 'DomainException')],
    'now this, now that' => [
        'cache',
        ['throws', ...$many(5, 'null'), ...$many(6, 'throws')],
        [...$many(7, 'DomainException'), ...$many(5, 'null')],
    ],
    'a value that is not kept' => ['forgets', $many(PROCESSES, 'old'), $many(PROCESSES, '"old"')],
] as $what => [$cache, $ends, $expected]) {
    $begin($cache);
    $redis->call('RPUSH', "$name:go", array_shift($ends));
    Check::eventually(static fn (): bool => $runs() === PROCESSES, 30, "$what: all that waited run at the same time");
    Check::same([], $queue->tokens(), "$what: nobody waits any more");
    Check::same(null, $queue->holder(), "$what: nobody has the lock");
    $redis->call('RPUSH', "$name:go", ...$ends);
    Check::same($expected, $answers(), $what);
}

// The word of the run before is still there. It is not for those that wait for this run.
$begin('cache');
Check::same(1, $redis->call('EXISTS', "lock:no-value:$name"), 'the word of the run before');
Check::between(1, 20_000, $redis->call('PTTL', "lock:no-value:$name"), 'its lifetime: half of the wait');
$redis->call('RPUSH', "$name:go", 'today: 42');
Check::same($many(PROCESSES, '"today: 42"'), $answers(), 'a value');
Check::same(1, $runs(), 'runs that make a value');
foreach ($workers as $worker) {
    $worker->tell('end');
    $worker->finish(60);
}
echo "done\n";
?>
--EXPECT--
done
