<?php

declare(strict_types=1);

/*
 * Renewal under full load: leases of 300 ms while all processors compute, and this process too. No lease may be lost.
 *     php -d extension=target/release/libredis_mutex_lock.so bench/renewal-jitter.php [seconds]
 * Takes a minute by default. Prints the worst margin: the least value of remaining(). An undisturbed renewal leaves about
 * 195 ms. Ends with status 1 if a lease was lost.
 */

require __DIR__ . '/../examples/private-redis.php';
require __DIR__ . '/measure/cpus.php';

const LEASE = 0.3;
const LOCKS = 20;

$seconds = (float) ($argv[1] ?? 60);
if ($seconds <= 0) {
    fwrite(STDERR, "usage: renewal-jitter.php [seconds]\n");
    exit(2);
}

$server = new PrivateRedis();
$lock = new RedisMutexLock(['port' => $server->port, 'lease' => LEASE]);
for ($i = 0; $i < LOCKS; $i++) {
    $lock->lock("jitter-$i", expire: null) || throw new RuntimeException('The lock was not free.');
}

preg_match('/^Cpus_allowed_list:\s*(\S+)/m', file_get_contents('/proc/self/status'), $allowed);
$processors = count(cpu_list($allowed[1]));
// These processes end with this one, however it ends.
$burner = ['setpriv', '--pdeathsig', 'KILL', PHP_BINARY, '-n', '-r', 'while (true) {}'];
$burners = array_map(static fn () => proc_open($burner, [], $pipes), range(1, $processors));

$worst = LEASE;
for ($began = hrtime(true), $next = $began; ($now = hrtime(true)) < $began + $seconds * 1e9;) {
    // Between two looks this process computes like the others.
    if ($now < $next) {
        continue;
    }
    $next = $now + 1_000_000;
    foreach ($lock->held() as $name) {
        $worst = min($worst, $lock->remaining($name) ?? 0);
    }
    if (count($lock->held()) < LOCKS) {
        break;
    }
}
array_map(proc_terminate(...), $burners);
array_map(proc_close(...), $burners);

$lost = LOCKS - count($lock->held());
$lock->unlockAll();
$server->stop();
printf(
    "%d leases of %d ms, %.0f s, %d computing processes on %d processors: %d lost, worst margin %.0f ms\n",
    LOCKS,
    LEASE * 1e3,
    ($now - $began) / 1e9,
    $processors + 1,
    $processors,
    $lost,
    $worst * 1e3,
);
exit($lost === 0 ? 0 : 1);
