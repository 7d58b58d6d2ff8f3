<?php
/*
 * One process of the hammer: locks, shares and unlocks at random until a file says that it is over, and logs everything. Started
 * by HammerWorker. It uses only the public class, and for foreign locks what every library sends.
 */

declare(strict_types=1);

namespace Tests;

require_once __DIR__ . '/autoload.php';

[, $config, $file, $seed, $stop, $kind, $pace, $shares, $foreign] = $argv;
$pace = HammerPace::from($pace);
mt_srand((int) $seed);
$log = new HammerLog($file);
$lock = null;
// What is wanted by the last digit of a name: so one name has no limit, another one has the same for all, and one has both.
// A library that is older than shares takes locks of the same names, beside the shares of the others.
$sharing = $shares === '1' && method_exists(\RedisMutexLock::class, 'lockShared');
$wants = $sharing ? [['lock', 'share'], ['lock', 'share3', 'share3', 'share3'], ['lock', 'share', 'share2']] : [['lock']];
$redis = $foreign === '' ? null : new RedisClient($foreign);
/** Locks the name as a library does that knows neither queues nor shares. */
$foreignRound = static function (string $name, int $lease) use ($config, $log, $pace, &$redis, $foreign): void {
    $key = (unserialize($config)['lock_prefix'] ?? 'lock:') . $name;
    $token = bin2hex(random_bytes(8));
    try {
        $redis ??= new RedisClient($foreign);
        $sent = hrtime(true);
        if ($redis->call('SET', $key, $token, 'NX', 'PX', $lease) === null) {
            return;
        }
        // Clocks differ by less than a hundredth.
        $until = $sent + $lease * 990_000;
        $log->add(hrtime(true), 'held', $name, $until, '-', 'lock');
        usleep(mt_rand(0, $pace->hold()));
        $log->add(hrtime(true), 'leave', $name);
        $release = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";
        $redis->call('EVAL', $release, 1, $key, $token);
    } catch (RedisError $error) {
        // It was lost, and shares have the name.
        str_contains($error->getMessage(), 'WRONGTYPE') || throw $error;
    } catch (\RuntimeException) {
        // The connection was cut.
        $redis = null;
    }
};
$round = static function () use ($config, $log, $kind, $pace, $wants, $foreign, $foreignRound, &$lock): void {
    $lock ??= new \RedisMutexLock(
        unserialize($config) + ['fencing' => mt_rand(0, 1) === 1, 'retry_for' => 60],
    );
    $number = mt_rand(1, $pace->names());
    $name = "n$number";
    $ofName = $wants[$number % count($wants)];
    $want = $ofName[mt_rand(0, count($ofName) - 1)];
    $timeout = match (mt_rand(0, 9)) {
        0 => null,
        1 => 0,
        default => mt_rand(0, $pace->wait()) / 1_000,
    };
    $lease = mt_rand(1, $pace->oneIsLong()) === 1 ? Hammer::LONGEST_LEASE : mt_rand(...$pace->leases()) / 1_000;
    if ($foreign !== '' && mt_rand(0, 15) === 0) {
        $foreignRound($name, (int) ($lease * 1_000));

        return;
    }
    try {
        $log->add(hrtime(true), 'wait', $name);
        $limit = (int) substr($want, strlen('share')) ?: null;
        $granted = $want === 'lock' ? $lock->lock($name, $timeout, $lease)
            : $lock->lockShared($name, $timeout, $lease, limit: $limit);
        if (!$granted) {
            $log->add(hrtime(true), 'busy', $name);

            return;
        }
        // The clock first: if the process is stopped in between, the validity ends too early, never too late.
        $now = hrtime(true);
        $until = $now + (int) (($lock->remaining($name) ?? 0) * 1e9);
        $log->add($now, 'held', $name, $until, $lock->fence($name) ?? '-', $want);

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
