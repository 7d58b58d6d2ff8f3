<?php

declare(strict_types=1);

/*
 * Two well-known accidents with real processes and a private Redis, first without and then with RedisMutexLock:
 *     php -d extension=target/release/libredis_mutex_lock.so examples/demo.php
 * With the name of a framework, as `demo.php laravel`, the demo shows the locks of this framework. With a deployment behind an
 * empty name, as `demo.php '' quorum`, it shows the flash sale with this deployment of Redis. The exit status is 1 if
 * RedisMutexLock breaks a promise.
 */

const CUSTOMERS = 400;
const SELLERS = 50;
const ROUNDS = 10;
const REQUESTS = 30;
// On a busy machine Redis may have no turn for some seconds, which is no outage.
const RETRY_FOR = 30;

// A framework that can be shown has a folder with a scene, and a deployment has a scene of its own.
$frameworks = $deployments = [];
foreach (glob(__DIR__ . '/*/scene.php') as $file) {
    $frameworks[basename(dirname($file))] = $file;
}
foreach (glob(__DIR__ . '/deployments/*.php') as $file) {
    $deployments[basename($file, '.php')] = $file;
}
[$framework, $deployment] = [...array_slice($argv, 1), '', ''];
foreach ([['framework', $framework, $frameworks], ['deployment', $deployment, $deployments]] as [$what, $name, $known]) {
    if ($name !== '' && !isset($known[$name])) {
        fwrite(STDERR, "The demo does not know the $what '$name'. It knows: " . implode(' ', array_keys($known)) . "\n");
        exit(2);
    }
}
if ($framework !== '' && $deployment !== '') {
    fwrite(STDERR, "The demo shows a framework or a deployment, not both at once.\n");
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
 * @param ?callable(int): void $watch gets the number of customers who have a code, every 50 ms
 * @return array{served: int, sharing: int, failed: int, seconds: float} the start of the processes is part of the seconds
 */
function flash_sale(PrivateRedis $server, string $label, callable $sell, ?callable $watch = null): array
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
        static function () use ($redis, $progress, $text, $watch): void {
            $sale = audit_sale($redis);
            $progress->show($text($sale));
            $watch === null || $watch($sale['served']);
        },
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
    strtok(phpversion('redis_mutex_lock'), '+-'), strtok(PHP_VERSION, '-'), phpversion('redis'), $server->version(),
);

// A scene prints its results, and returns whether RedisMutexLock kept its promise and what you can do next.
/** @var callable(PrivateRedis): array{bool, string} $scene */
$scene = require $frameworks[$framework] ?? $deployments[$deployment] ?? __DIR__ . '/scene.php';
[$kept, $next] = $scene($server);
if (!$kept) {
    echo "\n", Progress::painted('RedisMutexLock broke its promise. Please report this with the lines above.', false), "\n";
    exit(1);
}
echo $next;
