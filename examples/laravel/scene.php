<?php

declare(strict_types=1);

/*
 * The flash sale of the application in this folder, with Laravel's own driver and with redis-mutex, which `make demo
 * FRAMEWORK=laravel` shows.
 */

use App\FlashSale;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap;

require_once __DIR__ . '/../sent-commands.php';

/** Makes the application with another driver in config/cache.php, to which Laravel's facades lead from now on. */
function start_shop(PrivateRedis $server, string $driver): void
{
    // Ctrl-C waits, because an exit in the midst of loading a class is a fatal error.
    pcntl_async_signals(false);
    $app = require __DIR__ . '/bootstrap/app.php';
    $app->bootstrapWith([Bootstrap\LoadConfiguration::class]);
    $app->make('config')->set([
        'cache.stores.redis.driver' => $driver,
        'cache.stores.redis.mutex' => ['retry_for' => RETRY_FOR],
        'database.redis.default.port' => $server->port,
    ]);
    $app->bootstrapWith([Bootstrap\RegisterFacades::class, Bootstrap\RegisterProviders::class, Bootstrap\BootProviders::class]);
    pcntl_async_signals(true);
    pcntl_signal_dispatch();
}

/** One process of the web server, which answers one customer after the other and notes how long each of them waited. */
function answer_customers(Redis $redis, TaskQueue $queue): void
{
    $sale = new FlashSale();
    $waits = [];
    while (($customers = $queue->pop(1)) !== []) {
        $start = microtime(true);
        $sale->buy($customers[0]);
        $waits[] = microtime(true) - $start;
    }
    $redis->rPush('processes', (string) json_encode($waits));
}

/** @return array{kept: bool, took: float, half: float, longest: float, fewest: int, most: int, commands: float} */
function measure_sale(PrivateRedis $server, string $driver): array
{
    start_shop($server, $driver);
    $redis = $server->connect();
    $sent = new SentCommands($redis, $server->port);
    $sale = flash_sale($server, $driver, answer_customers(...));
    // Only the keys of the lock have the prefix of config/cache.php.
    $commands = array_sum($sent->byClient('"shop_'));
    $sent->stop();

    /** @var list<list<float>> $processes the waits of each process */
    $processes = array_map(json_decode(...), $redis->lRange('processes', 0, -1));
    $counts = array_map(count(...), $processes) ?: [0];
    $waits = array_merge(...$processes) ?: [0.0];
    sort($waits);

    return [
        'kept' => keeps_promise($sale),
        'took' => $sale['seconds'],
        'half' => $waits[intdiv(count($waits), 2)],
        'longest' => end($waits),
        'fewest' => min($counts),
        'most' => max($counts),
        'commands' => $commands / CUSTOMERS,
    ];
}

return static function (PrivateRedis $server): array {
    start_shop($server, 'redis');
    printf("Laravel %s, the application in examples/laravel\n", Application::VERSION);
    printf("\nFlash sale: %d customers ask for %d gift codes, and %d processes answer them.\n", CUSTOMERS, CUSTOMERS, SELLERS);
    echo <<<'TEXT'
    Each customer must get a code that no other customer gets. The application
    calls Cache::lock('gift', 20)->block(30, ...). Only one line of its
    config/cache.php changes: the driver of the cache store.


    TEXT;
    $stock = measure_sale($server, 'redis');
    $mutex = measure_sale($server, 'redis-mutex');

    $row = static fn (string $what, string $format, string ...$keys): string => sprintf(
        "  %-42s  %12s  %12s\n",
        $what,
        ...array_map(static fn (array $sale): string => vsprintf($format, array_map(static fn (string $key) => $sale[$key], $keys)), [$stock, $mutex]),
    );
    printf("\n  %-42s  %12s  %12s\n", 'measured just now', 'redis', 'redis-mutex');
    echo $row('the sale took', '%.2f s', 'took');
    echo $row('the longest wait of a customer', '%.2f s', 'longest');
    echo $row('half of the customers waited less than', '%.3f s', 'half');
    echo $row('customers that one process answered', '%d to %d', 'fewest', 'most');
    echo $row('commands for the lock, for each customer', '%.1f', 'commands');
    printf(
        <<<'TEXT'

        Neither driver gives a code twice. They differ in how a process waits.

        redis: a waiting process looks at the lock every 250 ms. Sometimes nobody sells,
        because the lock is free while all processes sleep, so the sale takes longer
        than the %d x %.0f ms that it needs. The process that has just released the lock
        often acquires it again before another one looks, so some customers wait for a
        short time, and some wait for most of the sale.

        redis-mutex: the waiting processes queue in Redis, and each release hands the
        lock over to the first one, so all customers wait for about the same time.

        The queue costs some commands for each wait. The driver redis sends one command
        for each look, so the longer a process waits, the more commands it sends.

        TEXT,
        CUSTOMERS, ORDER_SECONDS * 1000,
    );

    $next = <<<'TEXT'

    What you can do next: read examples/laravel/README.md, which runs this
    application, or docs/laravel.md, which has the one line for your own.

    TEXT;

    return [$mutex['kept'], $next];
};
