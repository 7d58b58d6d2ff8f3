<?php
/*
 * The fuzzer: random calls of every method of the class, with random values, hostile objects and hostile
 * moments. See lib/Fuzz.php, and lib/FuzzPlay.php for what happens in one round. `make test` runs ten seconds of it.
 *
 *   php -n php-tests/fuzz.php                    10 s and a random seed
 *   php -n php-tests/fuzz.php --seconds=60       so long; 0 is without limit
 *   php -n php-tests/fuzz.php --calls=1000000    so many calls, however long they take
 *   php -n php-tests/fuzz.php --seed=42          the same rounds again
 *   php -n php-tests/fuzz.php --round=42.7       one round again; with --growth if it was the one of growth
 *   php -n php-tests/fuzz.php --valgrind …       every round under valgrind
 *   php -n php-tests/fuzz.php --jit …            every round with opcache and its compiler
 *   php -n -d extension=… php-tests/fuzz.php --round=42.7      in this very process, for a debugger
 *
 * The seed repeats all choices. The moments at which signals come and leases end are different in each run.
 * The exit status is 0 only if nothing was found.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/lib/autoload.php';

$order = FuzzOrder::read(array_slice($argv, 1));
if ($order->round !== null && extension_loaded('redis_mutex_lock')) {
    exit((new FuzzPlay($order))->run());
}
Cleanup::whenInterrupted();
exit((new Fuzz($order))->run() ? 0 : 1);
