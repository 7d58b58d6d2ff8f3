<?php
/*
 * A small process that holds the lock of one background event of Laravel's scheduler while the event runs. It takes its order
 * from the pipe 3, answers on the pipe 4, and renews the lease until no process of the run is left. It loads neither Laravel nor
 * the application, and starts nothing. EventKeeper starts it, with the name of the lock as its argument, for `ps`.
 */

declare(strict_types=1);

/** Whether a process is one of the run, which have the mark in the environment that they began with. */
$belongs = static fn (string $mark, string $file): bool => str_contains((string) @file_get_contents($file), $mark);

$answer = fopen('php://fd/4', 'w');
try {
    $orders = fopen('php://fd/3', 'r');
    $order = unserialize((string) base64_decode((string) fgets($orders)), ['allowed_classes' => false]);
    if (@file_get_contents('/proc/self/environ') === false) {
        throw new RuntimeException('/proc cannot be read, so nobody sees when the event ends');
    }
    $key = $order['key'];
    $lock = new RedisMutexLock($order['settings']);
    $granted = $lock->lock($key, 0, null, token: $order['token']);
    $token = $granted ? $lock->token($key) : null;
} catch (Throwable $e) {
    fwrite($answer, 'failed ' . strtr($e->getMessage(), "\r\n", '  ') . "\n");
    exit(1);
}
fwrite($answer, $token === null ? "refused\n" : "granted $token\n");
fclose($answer);
if ($token === null) {
    exit(0);
}

// The pipe ends when schedule:run has started the command, or has ended itself.
stream_get_contents($orders);
$mark = "$order[variable]=$token";
do {
    $running = array_filter(glob('/proc/[0-9]*/environ') ?: [], static fn (string $file): bool => $belongs($mark, $file));
    foreach ($running as $file) {
        while ($belongs($mark, $file) && $lock->remaining($key) !== null) {
            usleep(200_000);
        }
    }
} while ($running !== [] && $lock->remaining($key) !== null);
// The finishing process has released the lock already, unless somebody killed it.
try {
    $lock->unlock($key);
} catch (Exception) {
    // Redis is away, and the lease ends by itself.
}
