<?php

declare(strict_types=1);

/*
 * The flash sale by 200 fibers of one process, without a lock and with RedisMutexLock::onWait(). demo.php shows it.
 */

require_once __DIR__ . '/FiberLoop.php';

const FIBERS = 200;

/**
 * @param callable(Redis, TaskQueue, FiberLoop): void $sell the work of one fiber
 * @return array{served: int, sharing: int, turns: int, seconds: float} turns: those of another fiber meanwhile
 */
function sale_of_fibers(PrivateRedis $server, string $label, callable $sell): array
{
    $redis = $server->connect();
    $redis->flushDb();
    open_sale($redis, CUSTOMERS);
    $queue = new TaskQueue($redis, 'sale:queue');
    line_up($queue, CUSTOMERS);
    $loop = new FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $progress = new Progress($label);
    $text = static fn (array $sale): string => sprintf(
        $sale['sharing'] ? '%2$d of %3$d customers share a code' : '%1$d of %3$d customers have a code of their own',
        $sale['served'], $sale['sharing'], CUSTOMERS,
    );
    $selling = FIBERS;
    for ($i = 0; $i < FIBERS; $i++) {
        $loop->start(static function () use ($redis, $queue, $loop, $sell, &$selling): void {
            $sell($redis, $queue, $loop);
            $selling--;
        });
    }
    // Something else that the process has to do. It stands still while a fiber stops the process.
    $turns = 0;
    $loop->start(static function () use ($redis, $loop, $progress, $text, &$selling, &$turns): void {
        while ($selling > 0) {
            $loop->sleep(0.01);
            ++$turns % 5 === 0 && $progress->show($text(audit_sale($redis)));
        }
    });
    $loop->run();
    RedisMutexLock::onWait(null);
    $sale = audit_sale($redis);
    $good = $sale === ['served' => CUSTOMERS, 'sharing' => 0];

    return [...$sale, 'turns' => $turns, 'seconds' => $progress->done($text($sale), $good)];
}

return static function (PrivateRedis $server): array {
    printf("\nFlash sale: %d customers queue for %d gift codes.\n", CUSTOMERS, CUSTOMERS);
    printf("%d fibers of one process sell.\n", FIBERS);
    echo <<<'TEXT'
    Each customer must get a code that no other customer gets. While one fiber
    writes its order, the others run.


    TEXT;

    sale_of_fibers($server, 'without a lock', static function (Redis $redis, TaskQueue $queue, FiberLoop $loop): void {
        while ($queue->length() > 0) {
            foreach ($queue->pop(1) as $customer) {
                give_next_code($redis, $customer, $loop->sleep(...));
            }
        }
    });
    $url = $server->url() . '?retry_for=' . RETRY_FOR;
    $sale = sale_of_fibers($server, 'RedisMutexLock', static function (Redis $redis, TaskQueue $queue, FiberLoop $loop) use ($url): void {
        $lock = new RedisMutexLock($url); // an object for each fiber
        while ($queue->length() > 0) {
            $lock->synchronized('gift', static function () use ($redis, $queue, $loop): void {
                foreach ($queue->pop(1) as $customer) {
                    give_next_code($redis, $customer, $loop->sleep(...));
                }
            }, timeout: 60);
        }
    });
    printf(
        <<<'TEXT'

        While %d fibers queued, another fiber of the process had %d turns.
        RedisMutexLock opened %d connections for all of them.

        TEXT,
        FIBERS, $sale['turns'], RedisMutexLock::stats()['connections_opened'],
    );
    $next = <<<'TEXT'

    What you can do next: read docs/event-loops.md, and call one line when your
    process begins. With Revolt or AMPHP it is

      RedisMutexLock\EventLoop\RevoltWait::install();

    and in a worker of Swoole

      RedisMutexLock\Swoole\SwooleWait::install();

    TEXT;
    $kept = [$sale['served'], $sale['sharing']] === [CUSTOMERS, 0] && $sale['turns'] > 10;

    return [$kept, $next];
};
