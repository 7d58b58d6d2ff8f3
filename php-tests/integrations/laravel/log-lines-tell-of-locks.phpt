--TEST--
Laravel: with "log" in "mutex", the log has a line for each lock that is acquired, refused, released or lost, and without it none
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $channel = ['driver' => 'monolog', 'handler' => \Monolog\Handler\TestHandler::class];
    foreach ([
        'true' => [true, 'default'], "'on'" => ['on', 'default'], 'a channel' => ['locks', 'locks'],
        'false' => [false, null], "'off'" => ['off', null], "''" => ['', null], 'null' => [null, null],
    ] as $what => [$log, $expected]) {
        $again = $laravel->again([
            'cache.stores.mutex.mutex' => ['log' => $log],
            'logging.default' => 'default', 'logging.channels' => ['default' => $channel, 'locks' => $channel],
        ]);
        $cache = $again->cache();
        $lock = $cache->lock("order\n:42", 60);
        $lock->block(30);
        Check::same(false, $cache->lock("order\n:42", 60)->get(), 'a refusal');
        $lock->release();
        $lock->get();
        $redis->call('DEL', $laravel->key("order\n:42"));
        Check::same(false, $lock->release(), 'a loss');

        $lines = [];
        foreach (['default', 'locks'] as $name) {
            foreach ($again->app->make('log')->channel($name)->getLogger()->getHandlers()[0]->getRecords() as $record) {
                Check::same(["order\n:42", 'default'], [$record['context']['name'], $record['context']['connection']], "$what: the context");
                $lines[] = "$name {$record['level_name']} " . preg_replace('/\d+\.\d{3} s/', 'N s', $record['message']);
            }
        }
        Check::same($expected === null ? [] : [
            "$expected DEBUG Acquired the lock \"order\\n:42\" after N s.",
            "$expected DEBUG Waited N s for the lock \"order\\n:42\", which another process holds.",
            "$expected DEBUG Released the lock \"order\\n:42\", held for N s.",
            "$expected DEBUG Acquired the lock \"order\\n:42\" after N s.",
            "$expected WARNING Lost the lock \"order\\n:42\", which was acquired N s ago. Another process may have worked at the same time.",
        ], $lines, $what);
    }

    // A log that cannot be written breaks no lock.
    $broken = $laravel->again([
        'cache.stores.mutex.mutex' => ['log' => 'broken'],
        'logging.channels' => ['broken' => ['driver' => 'monolog', 'handler' => \Monolog\Handler\StreamHandler::class, 'with' => ['stream' => '/dev/null/x']]],
    ])->cache();
    Check::same('result', $broken->lock('order', 60)->block(30, static fn (): string => 'result'), 'the result of the callback');
    Check::same(null, $redis->call('GET', $laravel->key('order')), 'the lock is released');
});

echo 'done';
?>
--EXPECT--
done
