<?php

declare(strict_types=1);

/*
 * Two well-known accidents with real processes and a private Redis, first without and then with RedisMutexLock:
 *     php -d extension=target/release/libredis_mutex_lock.so examples/demo.php
 * The exit status is 1 if RedisMutexLock breaks a promise.
 */

const CUSTOMERS = 400;
const SELLERS = 50;
const ROUNDS = 10;
const REQUESTS = 30;
// On a busy machine Redis may have no turn for some seconds. That is no outage.
const BUSY = '?retry_for=30';

$missing = array_filter([
    class_exists('RedisMutexLock') ? null : 'the extension redis_mutex_lock (make demo loads it)',
    class_exists('Redis') ? null : 'phpredis (apt-get install php-redis)',
    function_exists('pcntl_fork') && function_exists('posix_kill') ? null : 'the extensions pcntl and posix',
]);
if ($missing) {
    fwrite(STDERR, 'The demo needs ' . implode(', and ', $missing) . ".\n");
    exit(2);
}

foreach (['private-redis', 'processes', 'progress', 'article-lock', 'task-queue', 'flash-sale', 'cache-stampede'] as $file) {
    require __DIR__ . "/$file.php";
}

/**
 * @param callable(PrivateRedis): (ArticleLock|RedisMutexLock) $newLock
 * @return array{served: int, sharing: int, failed: int, seconds: float} the start of the processes is part of the seconds
 */
function flash_sale(PrivateRedis $server, string $label, callable $newLock): array
{
    $redis = $server->connect();
    open_sale($redis, new TaskQueue($redis, 'sale:queue'), CUSTOMERS);

    $progress = new Progress($label);
    $text = static fn (array $sale): string => sprintf(
        $sale['sharing'] ? '%2$d of %3$d customers share a code' : '%1$d of %3$d customers have a code of their own',
        $sale['served'], $sale['sharing'], CUSTOMERS,
    );
    $failed = at_once(
        SELLERS,
        static function () use ($server, $newLock): void {
            $redis = $server->connect(); // every process has its own connection
            serve_queue($redis, new TaskQueue($redis, 'sale:queue'), $newLock($server));
        },
        static fn () => $progress->show($text(audit_sale($redis))),
    );
    $sale = audit_sale($redis);
    $good = $sale === ['served' => CUSTOMERS, 'sharing' => 0];

    return [...$sale, 'failed' => $failed, 'seconds' => $progress->done($text($sale), $good)];
}

/** @param callable(Redis, PrivateRedis): string $request  @return array{queries: int, answers: int, failed: int} */
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
            if ($request($redis, $server) === 'visitors today: 4,711') {
                $redis->incr('answers');
            }
        },
        static fn () => $progress->show($text(...$audit())),
    );
    [$queries, $answers] = $audit();
    $progress->done($text($queries, $answers), [$queries, $answers] === [1, REQUESTS]);

    return ['queries' => $queries, 'answers' => $answers, 'failed' => $failed];
}

try {
    $server = new PrivateRedis();
} catch (RuntimeException $e) {
    fwrite(STDERR, $e->getMessage());
    exit(2);
}
printf(
    "redis_mutex_lock %s, PHP %s, phpredis %s, a private Redis %s\n",
    phpversion('redis_mutex_lock'), strtok(PHP_VERSION, '-'), phpversion('redis'), $server->version(),
);

printf("\nFlash sale: %d customers queue for %d gift codes, and %d processes sell.\n", CUSTOMERS, CUSTOMERS, SELLERS);
echo <<<'TEXT'
Each customer must get a code that no other customer gets. The first lock is
copied from a popular blog post.


TEXT;

// The race of that lock is left to chance: if no code is shared in one round, there is another round, up to a bound.
for ($round = 1, $sharing = 0; $round <= ROUNDS && $sharing === 0; $round++) {
    $label = 'blog post' . ($round > 1 ? " $round" : '');
    $sharing = flash_sale($server, $label, static fn (PrivateRedis $server) => new ArticleLock($server->connect()))['sharing'];
}
$sale = flash_sale($server, 'RedisMutexLock', static fn (PrivateRedis $server) => new RedisMutexLock($server->url() . BUSY));

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
$stampede = cache_stampede(
    $server,
    'RedisMutexLock',
    static fn (Redis $redis, PrivateRedis $server) => stats_with_lock($redis, new RedisMutexLock($server->url() . BUSY)),
);

unset($sale['seconds']);
if ($sale !== ['served' => CUSTOMERS, 'sharing' => 0, 'failed' => 0]
    || $stampede !== ['queries' => 1, 'answers' => REQUESTS, 'failed' => 0]) {
    echo "\n", Progress::painted('RedisMutexLock broke its promise. Please report this with the lines above.', false), "\n";
    exit(1);
}

$library = getenv('REDIS_MUTEX_LOCK_SO') ?: dirname(__DIR__) . '/target/release/libredis_mutex_lock.so';
printf(
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
