<?php

declare(strict_types=1);

/*
 * Which locks a planned failover of Sentinel loses: those that the old master grants after a replica was promoted. Sentinel
 * has its own default periods. Three processes take new locks over kept connections all the time, each with another
 * min_replicas, while the master and a replica change places.
 *     php -d extension=target/release/libredis_mutex_lock.so bench/failover-losses.php [FAILOVERS]
 * It takes about 20 s for each failover. docs/sentinel-and-cluster.md has the figures.
 */

require __DIR__ . '/../php-tests/lib/autoload.php';

use Tests\Check;
use Tests\Cleanup;
use Tests\RedisError;
use Tests\RedisServer;
use Tests\SentinelSet;

/** In ms, as sentinel.c has them. The tests make them shorter. */
const PERIODS = ['ping-period' => 1_000, 'info-period' => 10_000, 'ask-period' => 1_000, 'publish-period' => 2_000];
/** A process takes so many locks a second. */
const RATE = 20;

/** Starts a process that takes locks and writes the time and the name of each into the file, until the file `stop` exists. */
function start_taker(SentinelSet $set, int $minReplicas, string $folder, int $failover): int
{
    $pid = pcntl_fork();
    if ($pid !== 0) {
        return $pid;
    }
    $lock = new RedisMutexLock($set->config(['min_replicas' => $minReplicas, 'auto_release' => false]));
    $file = fopen("$folder/$minReplicas", 'a');
    for ($i = 0; !file_exists("$folder/stop"); $i++) {
        $name = "$failover:$minReplicas:$i";
        try {
            $lock->lock($name, 0, 600) && fwrite($file, microtime(true) . " $name\n");
        } catch (RedisMutexLockUnavailableException) {
            // Nobody got the lock.
        }
        usleep(intdiv(1_000_000, RATE));
    }
    posix_kill(getmypid(), SIGKILL); // The servers belong to the parent.
    exit;
}

/** `master`, `slave`, or `` for a server that ends the connection, as Sentinel has it do when its role changes. */
function role(RedisServer $server): string
{
    try {
        return $server->client()->call('ROLE')[0];
    } catch (RuntimeException) {
        return '';
    }
}

/** Begins a failover. Returns when one of the replicas says that it is a master: the time of that. */
function promotion(SentinelSet $set): float
{
    $replicas = $set->replicas();
    Check::eventually(static function () use ($set): bool {
        try {
            return $set->sentinels()[0]->client()->call('SENTINEL', 'FAILOVER', SentinelSet::SERVICE) === 'OK';
        } catch (RedisError) {
            return false; // The failover before is not over.
        }
    }, 60, 'a failover begins');
    Check::eventually(static fn (): bool => in_array('master', array_map(role(...), $replicas), true), 60, 'a replica is promoted');

    return microtime(true);
}

Cleanup::whenInterrupted();
$granted = $lost = array_fill_keys([0, 1, 2], 0);
$longest = 0.0;
$failovers = (int) ($argv[1] ?? 3);
$set = SentinelSet::start();
for ($failover = 1; $failover <= $failovers; $failover++) {
    $set->heal();
    foreach ($set->sentinels() as $sentinel) {
        $client = $sentinel->client();
        foreach (PERIODS as $period => $milliseconds) {
            $client->call('SENTINEL', 'DEBUG', $period, $milliseconds);
        }
    }
    $folder = sys_get_temp_dir() . '/failover-losses-' . bin2hex(random_bytes(6));
    mkdir($folder);
    $takers = array_map(static fn (int $n) => start_taker($set, $n, $folder, $failover), [0, 1, 2]);
    Check::eventually(static fn (): bool => count(array_filter(glob("$folder/*"), filesize(...))) === 3, 30, 'locks are taken');
    $old = $set->master();
    $promoted = promotion($set);
    Check::eventually(static fn (): bool => role($old) === 'slave', 90, 'the old master is a replica');
    usleep(500_000);
    touch("$folder/stop");
    foreach ($takers as $taker) {
        pcntl_waitpid($taker, $status);
    }
    $new = $set->master()->client();
    foreach ([0, 1, 2] as $minReplicas) {
        foreach (file("$folder/$minReplicas") as $line) {
            [$time, $name] = explode(' ', rtrim($line));
            if ((float) $time < $promoted) {
                continue;
            }
            $granted[$minReplicas]++;
            if ($new->call('EXISTS', "lock:$name") === 0) {
                $lost[$minReplicas]++;
                $longest = max($longest, (float) $time - $promoted);
            }
        }
    }
    array_map(unlink(...), glob("$folder/*"));
    rmdir($folder);
}
printf("%d planned failovers, 1 master and 2 replicas. Locks that were granted after the promotion:\n", $failovers);
foreach ($granted as $minReplicas => $count) {
    printf("  min_replicas %d: %4d granted, %4d of them lost\n", $minReplicas, $count, $lost[$minReplicas]);
}
printf("The old master granted for %.1f s after the promotion at most.\n", $longest);
