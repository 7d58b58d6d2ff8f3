<?php

declare(strict_types=1);

/*
 * Two well-known accidents with real processes and a private Redis, first without and then with RedisMutexLock:
 *     php -d extension=target/release/libredis_mutex_lock.so examples/demo.php
 * With the name of a framework, as `demo.php laravel`, the demo shows the locks of this framework. The exit status is 1 if
 * RedisMutexLock breaks a promise.
 */

const CUSTOMERS = 400;
const SELLERS = 50;
const ROUNDS = 10;
const REQUESTS = 30;
// On a busy machine Redis may have no turn for some seconds, which is no outage.
const RETRY_FOR = 30;

// A framework that can be shown has a folder with a scene.
$scenes = ['' => __DIR__ . '/scene.php'];
foreach (glob(__DIR__ . '/*/scene.php') as $file) {
    $scenes[basename(dirname($file))] = $file;
}
$framework = $argv[1] ?? '';
if (!isset($scenes[$framework])) {
    fwrite(STDERR, "The demo does not know the framework '$framework'. It knows: " . implode(' ', array_filter(array_keys($scenes))) . "\n");
    exit(2);
}

$missing = array_filter([
    class_exists('RedisMutexLock') ? null : 'the extension redis_mutex_lock (make demo loads it)',
    class_exists('Redis') ? null : 'phpredis (apt-get install php-redis)',
    function_exists('pcntl_fork') && function_exists('posix_kill') ? null : 'the extensions pcntl and posix',
]);
if ($missing) {
    fwrite(STDERR, 'The demo needs ' . implode(', and ', $missing) . "\n");
    exit(2);
}

foreach (['private-redis', 'processes', 'progress', 'article-lock', 'task-queue', 'flash-sale', 'cache-stampede'] as $file) {
    require __DIR__ . "/$file.php";
}

/**
 * @param callable(Redis, TaskQueue): void $sell the work of one seller
 * @return array{served: int, sharing: int, failed: int, seconds: float} the start of the processes is part of the seconds
 */
function flash_sale(PrivateRedis $server, string $label, callable $sell): array
{
    $redis = $server->connect();
    $redis->flushDb();
    open_sale($redis, CUSTOMERS);
    line_up(new TaskQueue($redis, 'sale:queue'), CUSTOMERS);

    $progress = new Progress($label);
    $text = static fn (array $sale): string => sprintf(
        $sale['sharing'] ? '%2$d of %3$d customers share a code' : '%1$d of %3$d customers have a code of their own',
        $sale['served'], $sale['sharing'], CUSTOMERS,
    );
    $failed = at_once(
        SELLERS,
        static function () use ($server, $sell): void {
            $redis = $server->connect(); // every process has its own connection
            $sell($redis, new TaskQueue($redis, 'sale:queue'));
        },
        static fn () => $progress->show($text(audit_sale($redis))),
    );
    $sale = audit_sale($redis);
    $good = $sale === ['served' => CUSTOMERS, 'sharing' => 0];

    return [...$sale, 'failed' => $failed, 'seconds' => $progress->done($text($sale), $good)];
}

/** @param array{served: int, sharing: int, failed: int, seconds: float} $sale */
function keeps_promise(array $sale): bool
{
    return [$sale['served'], $sale['sharing'], $sale['failed']] === [CUSTOMERS, 0, 0];
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

// A scene prints its results, and returns whether RedisMutexLock kept its promise and what you can do next.
/** @var callable(PrivateRedis): array{bool, string} $scene */
$scene = require $scenes[$framework];
[$kept, $next] = $scene($server);
if (!$kept) {
    echo "\n", Progress::painted('RedisMutexLock broke its promise. Please report this with the lines above.', false), "\n";
    exit(1);
}
echo $next;
