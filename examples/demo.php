<?php

declare(strict_types=1);

/*
 * Two well-known accidents with real processes and a private Redis, first without and then with RedisMutexLock:
 *     php -d extension=target/release/libredis_mutex_lock.so examples/demo.php
 * The exit status is 1 if RedisMutexLock breaks a promise.
 */

const USERS = 400;
const WORKERS = 50;
const ROUNDS = 10;
const REQUESTS = 30;

$missing = array_filter([
    class_exists('RedisMutexLock') ? null : 'the extension redis_mutex_lock (php -d extension=target/release/libredis_mutex_lock.so …)',
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
 * @param callable(PrivateRedis): object $newLock
 * @param float|null $seconds is set to what the sale took, the start of its processes included
 * @return array{served: int, duplicates: int, users: int, failed: int}
 */
function flash_sale(PrivateRedis $server, string $label, callable $newLock, ?float &$seconds = null): array
{
    $redis = $server->connect();
    open_sale($redis, new TaskQueue($redis, 'sale:queue'), USERS);

    $progress = new Progress($label);
    $text = static fn (array $sale) => sprintf(
        '%d/%d served, %s', $sale['served'], USERS,
        $sale['duplicates'] ? "$sale[duplicates] codes shared by $sale[users] users" : 'no code twice',
    );
    $failed = at_once(
        WORKERS,
        static function () use ($server, $newLock): void {
            $redis = $server->connect(); // every process has its own connection
            serve_queue($redis, new TaskQueue($redis, 'sale:queue'), $newLock($server));
        },
        static fn () => $progress->show($text(audit_sale($redis))),
    );
    $sale = audit_sale($redis);
    $seconds = $progress->done($text($sale) . ($failed ? ", $failed workers FAILED" : ''));

    return [...$sale, 'failed' => $failed];
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
    $text = static fn (): string => sprintf(
        'runs of the slow query: %d, answers: %d of %d', $redis->get('stats:queries'), $redis->get('answers'), REQUESTS,
    );
    $failed = at_once(
        REQUESTS,
        static function () use ($server, $request): void {
            $redis = $server->connect();
            if ($request($redis, $server) === 'visitors today: 4,711') {
                $redis->incr('answers');
            }
        },
        static fn () => $progress->show($text()),
    );
    $progress->done($text() . ($failed ? ", $failed requests FAILED" : ''));

    return ['queries' => (int) $redis->get('stats:queries'), 'answers' => (int) $redis->get('answers'), 'failed' => $failed];
}

function verdict(bool $kept, string $promise): bool
{
    [$on, $off] = stream_isatty(STDOUT) ? [$kept ? "\e[1;32m" : "\e[1;31m", "\e[0m"] : ['', ''];
    echo $on, $kept ? '  PASS' : '  FAIL', "$off  $promise\n";

    return $kept;
}

try {
    $server = new PrivateRedis();
} catch (RuntimeException $e) {
    fwrite(STDERR, $e->getMessage());
    exit(2);
}
printf(
    "redis_mutex_lock %s, PHP %s, phpredis %s, a private Redis %s on port %d\n",
    phpversion('redis_mutex_lock'), PHP_VERSION, phpversion('redis'), $server->connect()->info('server')['redis_version'], $server->port,
);

printf("\nFlash sale: %d gift codes, %d users in a queue, served by %d processes.\n", USERS, USERS, WORKERS);
echo "Everybody is to get one code, and no code is to be given twice.\n";

$redis = $server->connect();
$queue = new TaskQueue($redis, 'sale:queue');
$tickets = open_sale($redis, $queue, USERS);
$found = $queue->find($tickets['user-0137']);
printf("  %-24s%d users; the ticket %.6f belongs to %s\n", 'the queue', $queue->length(), $tickets['user-0137'], implode(', ', $found));

// The article's race is left to itself: if it does not show in one round, there is another one, up to a bound.
for ($round = 1; $round <= ROUNDS; $round++) {
    $label = "the article's lock" . ($round > 1 ? " ($round)" : '');
    $article = flash_sale($server, $label, static fn (PrivateRedis $server) => new ArticleLock($server->connect()));
    if ($article['duplicates'] > 0) {
        break;
    }
}
if ($article['duplicates'] === 0) {
    printf("  In %d rounds the article's lock gave no code twice: its race did not show on this machine today.\n", ROUNDS);
}

$mutex = flash_sale($server, 'RedisMutexLock', static fn (PrivateRedis $server) => new RedisMutexLock($server->url()), $seconds);
printf("  %-24s%.0f customers a second, the start of the processes included\n", '', $mutex['served'] / $seconds);
$kept = verdict(
    $found === ['user-0137'] && $mutex === ['served' => USERS, 'duplicates' => 0, 'users' => 0, 'failed' => 0],
    'RedisMutexLock: everybody has a code, and nobody has the code of somebody else',
);

printf("\nCache stampede: a cache entry expires, and %d requests come in that moment.\n", REQUESTS);
echo "The query behind it takes 0.3 s and is to be run once.\n";
cache_stampede($server, 'without a lock', static fn (Redis $redis) => stats_unprotected($redis));
$mutex = cache_stampede(
    $server,
    'RedisMutexLock',
    static fn (Redis $redis, PrivateRedis $server) => stats_with_lock($redis, new RedisMutexLock($server->url())),
);
$kept = verdict(
    $mutex === ['queries' => 1, 'answers' => REQUESTS, 'failed' => 0],
    'RedisMutexLock: the query ran once, and everybody has its answer',
) && $kept;

exit($kept ? 0 : 1);
