<?php

declare(strict_types=1);

/*
 * The flash sale and the cache stampede with the class RedisMutexLock, and without it. demo.php shows them.
 */

/** @param callable(Redis): string $request  @return array{queries: int, answers: int, failed: int} */
function cache_stampede(PrivateRedis $server, string $label, callable $request): array
{
    $redis = $server->connect();
    $redis->flushDb();
    $redis->set('stats', 'yesterday', ['PX' => 20]);
    while ($redis->exists('stats')) {
        usleep(5_000); // the entry expires as any other does
    }

    $progress = new Progress($label);
    $audit = static fn (): array => [(int) $redis->get('stats:queries'), (int) $redis->get('answers')];
    $text = static fn (int $queries, int $answers): string => sprintf(
        '%d %s answered %d of %d requests', $queries, $queries === 1 ? 'query' : 'queries', $answers, REQUESTS,
    );
    $failed = at_once(
        REQUESTS,
        static function () use ($server, $request): void {
            $redis = $server->connect();
            if ($request($redis) === 'visitors today: 4,711') {
                $redis->incr('answers');
            }
        },
        static fn () => $progress->show($text(...$audit())),
    );
    [$queries, $answers] = $audit();
    $progress->done($text($queries, $answers), [$queries, $answers] === [1, REQUESTS]);

    return ['queries' => $queries, 'answers' => $answers, 'failed' => $failed];
}

return static function (PrivateRedis $server): array {
    printf("\nFlash sale: %d customers queue for %d gift codes, and %d processes sell.\n", CUSTOMERS, CUSTOMERS, SELLERS);
    echo <<<'TEXT'
    Each customer must get a code that no other customer gets. The first lock is
    copied from a popular blog post.


    TEXT;

    // The race of that lock is left to chance, so a round in which no code is shared leads to another one, up to a bound.
    for ($round = 1, $sharing = 0; $round <= ROUNDS && $sharing === 0; $round++) {
        $label = 'blog post' . ($round > 1 ? " $round" : '');
        $sell = static fn (Redis $redis, TaskQueue $queue) => serve_queue($redis, $queue, new ArticleLock($server->connect()));
        $sharing = flash_sale($server, $label, $sell)['sharing'];
    }
    $newLock = static fn (): RedisMutexLock => new RedisMutexLock($server->url() . '?retry_for=' . RETRY_FOR);
    $sell = static fn (Redis $redis, TaskQueue $queue) => serve_queue($redis, $queue, $newLock());
    $sale = flash_sale($server, 'RedisMutexLock', $sell);

    printf(
        <<<'TEXT'

        Why is RedisMutexLock not faster? A sale takes %.0f ms, and only one process may
        sell at a time: the limit is %.0f sales a second. RedisMutexLock made %.0f a
        second, with the start of %d processes included. A lock that is faster than
        the limit lets several processes sell at the same time.

        TEXT,
        ORDER_SECONDS * 1000, 1 / ORDER_SECONDS, $sale['served'] / $sale['seconds'], SELLERS,
    );

    printf("\nCache stampede: a cache entry expires, and %d requests need it at that moment.\n", REQUESTS);
    echo "A slow query (0.3 s) makes the entry again. This query must run only once.\n\n";
    cache_stampede($server, 'without a lock', static fn (Redis $redis) => stats_unprotected($redis));
    $stampede = cache_stampede($server, 'RedisMutexLock', static fn (Redis $redis) => stats_with_lock($redis, $newLock()));

    $library = getenv('REDIS_MUTEX_LOCK_SO') ?: dirname(__DIR__) . '/target/release/libredis_mutex_lock.so';
    $next = sprintf(
        <<<'TEXT'

        What you can do next: run all tests with

          make test

        or write three lines of PHP into hello.php, for your own Redis on port 6379:

          <?php
          $lock = new RedisMutexLock('redis://127.0.0.1:6379');
          echo $lock->synchronized('hello', fn () => "Hello, one at a time.\n");

        and run them with

          php -d extension="%s" hello.php

        TEXT,
        str_replace(getcwd() . '/', '$PWD/', $library),
    );

    return [keeps_promise($sale) && $stampede === ['queries' => 1, 'answers' => REQUESTS, 'failed' => 0], $next];
};
