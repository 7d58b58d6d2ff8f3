<?php
/*
 * In each of eight threads a renewed lock is lost, and each callback runs once, in its own thread and with its own object.
 */

declare(strict_types=1);

namespace Tests;

$lines = $host->run(8, 3, <<<'PHP'
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 1]);
    $calls = [];
    $lock->onLost(function (string $name, RedisMutexLock $object) use (&$calls, $lock): void {
        $calls[] = [$name, $object === $lock, thread_number()];
    });
    Check::true($lock->lock($name = "lost-$thread", 0, null), 'lock');
    Check::true((new RedisMutexLock($url))->unlock($name, $lock->token($name)), 'the lock is taken away');
    Check::eventually(static function () use (&$calls): bool { return $calls !== []; }, 5, 'the callback');
    Check::true($lock->lock('another', 10), 'a call after the loss');
    Check::same([[$name, true, $thread]], $calls, 'name, own object, thread');
    echo "$thread done\n";
    PHP);
Check::same(ThreadHost::each(8, 3), $lines, 'requests');
