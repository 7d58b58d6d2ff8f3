<?php

declare(strict_types=1);

/*
 * The flash sale with a lock on five independent servers, of which two are killed during the sale. `make demo
 * DEPLOYMENT=quorum` shows it.
 */

/** Where a server is killed: so many customers have their code. */
const KILLED_AT = [100, 200];

/** Returns the server in whose queue most sellers wait. */
function busiest_server(PrivateRedis ...$servers): PrivateRedis
{
    $waiting = static function (PrivateRedis $server): int {
        /** @var array<string, string> $info */
        $info = $server->connect()->info('clients');

        return (int) $info['blocked_clients'];
    };
    usort($servers, static fn (PrivateRedis $a, PrivateRedis $b) => $waiting($b) <=> $waiting($a));

    return $servers[0];
}

return static function (PrivateRedis $shop): array {
    /** @var list<PrivateRedis> $servers */
    $servers = array_map(static fn () => new PrivateRedis(), range(1, 5));
    $addresses = implode(',', array_map(static fn (PrivateRedis $server) => "127.0.0.1:$server->port", $servers));
    $url = "redis+quorum://$addresses/0?retry_for=" . RETRY_FOR;
    $sell = static fn (Redis $redis, TaskQueue $queue) => serve_queue($redis, $queue, new RedisMutexLock($url));

    printf("\nFlash sale: %d customers queue for %d gift codes, and %d processes sell.\n", CUSTOMERS, CUSTOMERS, SELLERS);
    echo <<<'TEXT'
    Each customer must get a code that no other customer gets. The lock lives on
    five Redis servers of its own, and three of them are enough. In the second sale
    two are killed: each time the one in whose queue the sellers wait.


    TEXT;
    $well = flash_sale($shop, 'five servers', $sell);

    $killed = [];
    $sale = flash_sale($shop, 'two are killed', $sell, static function (int $served) use (&$servers, &$killed): void {
        if ($served >= (KILLED_AT[count($killed)] ?? PHP_INT_MAX)) {
            $server = busiest_server(...$servers);
            $server->kill();
            $servers = array_filter($servers, static fn (PrivateRedis $other) => $other !== $server);
            $killed[] = $served;
        }
    });

    if (count($killed) === count(KILLED_AT)) {
        printf(
            <<<'TEXT'

            The servers were killed when %d and %d customers had their codes. No code is
            sold twice, because a lock needs three of the five servers, which two
            processes can never have at once. The sellers that waited at a killed server
            went on in the queue of another one, with the places that they had.

            TEXT,
            ...$killed,
        );
    } else {
        echo "\nThe sale ended before two servers could be killed, so it shows little.\n";
    }
    printf("\nThe sale took %.1f s while two servers were killed, and %.1f s with five.\n", $sale['seconds'], $well['seconds']);

    $next = <<<'TEXT'

    What you can do next: read docs/quorum.md, which says when several servers are
    worth it, and use them by one line:

      new RedisMutexLock('redis+quorum://locks-a:6379,locks-b:6379,locks-c:6379');

    TEXT;

    return [keeps_promise($well) && keeps_promise($sale), $next];
};
