<?php
/*
 * One process of the hammer: locks and unlocks at random until a file says that it is over, and logs everything. Started
 * by HammerWorker. It uses only the public class.
 */

declare(strict_types=1);

namespace Tests;

require_once __DIR__ . '/autoload.php';

[, $config, $file, $seed, $stop, $kind, $pace] = $argv;
$pace = HammerPace::from($pace);
mt_srand((int) $seed);
$log = new HammerLog($file);
$lock = null;
$round = static function () use ($config, $log, $kind, $pace, &$lock): void {
    $lock ??= new \RedisMutexLock(
        unserialize($config) + ['fencing' => mt_rand(0, 1) === 1, 'retry_for' => 60],
    );
    $name = 'n' . mt_rand(1, $pace->names());
    $timeout = match (mt_rand(0, 9)) {
        0 => null,
        1 => 0,
        default => mt_rand(0, $pace->wait()) / 1_000,
    };
    $lease = mt_rand(1, $pace->oneIsLong()) === 1 ? Hammer::LONGEST_LEASE : mt_rand(...$pace->leases()) / 1_000;
    try {
        $log->add(hrtime(true), 'wait', $name);
        if (!$lock->lock($name, $timeout, $lease)) {
            $log->add(hrtime(true), 'busy', $name);

            return;
        }
        // The clock first: if the process is stopped in between, the validity ends too early, never too late.
        $now = hrtime(true);
        $until = $now + (int) (($lock->remaining($name) ?? 0) * 1e9);
        $log->add($now, 'held', $name, $until, $lock->fence($name) ?? '-');

        usleep(mt_rand(0, $pace->hold()));

        $how = mt_rand(0, 99);
        $log->add(hrtime(true), 'leave', $name);
        if ($how === 0 && $kind !== HammerWorker::KEEPS) {
            exit;
        }
        if ($how < 5) {
            $lock = null;

            return;
        }
        $was = (int) $lock->unlock($name);
        $log->add(hrtime(true), 'left', $name, $was);
    } catch (\RedisMutexLockUnavailableException) {
        $log->add(hrtime(true), 'unknown', $name);
    }
};
while (!file_exists($stop)) {
    if ($kind !== HammerWorker::ANEW) {
        $round();
        continue;
    }
    // The child draws the next numbers, so the parent must draw one too.
    mt_rand();
    $child = pcntl_fork();
    if ($child === 0) {
        $round();
        exit;
    }
    pcntl_waitpid($child, $status);
    if ($status !== 0) {
        exit(1);
    }
}
