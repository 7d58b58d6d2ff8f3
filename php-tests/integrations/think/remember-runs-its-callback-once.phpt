--TEST--
remember() of the cache, of a tag and of the facade runs its callback in one of 8 processes; that of ThinkPHP in all 8
--FILE--
<?php
use Tests\Check;
use Tests\Queue;
use Tests\RedisServer;
use Tests\ThinkPhp;

const PROCESSES = 8;

$redis = RedisServer::shared()->client();

/** How many of the processes run the callback when all find no entry. */
$runs = static function (string $call) use ($redis): int {
    $name = Check::unique('stats');
    $workers = [];
    for ($i = 0; $i < PROCESSES; $i++) {
        $workers[] = ThinkPhp::run(<<<'PHP'
            use RedisMutexLock\Think\facade\Lock;

            [, , $name, $call] = $argv;
            $redis = Tests\RedisServer::shared()->client();
            // The slow query: it ends when the test says so.
            $query = static function () use ($redis, $name): string {
                $redis->call('INCR', "$name:runs");
                $redis->send('BLPOP', "$name:go", 60);
                $redis->reply(60);

                return 'today: 42';
            };
            $remember = match ($call) {
                'cache' => static fn () => $app->cache->remember($name, $query, 60),
                'tag' => static fn () => $app->cache->tag('reports')->remember($name, $query, 60),
                'facade' => static fn () => Lock::remember($name, $query, 60, wait: 60),
                'ThinkPHP' => static fn () => $app->cache->store('stock')->remember($name, $query, 60),
            };
            say('ready');
            hear();
            say((string) $remember());
            PHP, args: [$name, $call]);
    }
    foreach ($workers as $worker) {
        $worker->expect('ready', 60);
        $worker->tell('go');
    }
    $count = static fn (): int => (int) $redis->call('GET', "$name:runs");
    $queue = new Queue(RedisServer::shared(), "remember:$name");
    Check::eventually(
        static fn (): bool => $count() + count($queue->tokens()) === PROCESSES,
        60,
        "$call: each process runs or waits",
    );
    $redis->call('RPUSH', "$name:go", ...array_fill(0, PROCESSES, 'go'));
    foreach ($workers as $worker) {
        $worker->expect('today: 42', 60);
        $worker->finish(60);
    }

    return $count();
};

foreach (['cache', 'tag', 'facade', 'ThinkPHP'] as $call) {
    echo "$call: {$runs($call)}\n";
}
?>
--EXPECT--
cache: 1
tag: 1
facade: 1
ThinkPHP: 8
