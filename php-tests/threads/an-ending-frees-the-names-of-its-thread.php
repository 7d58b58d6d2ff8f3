<?php
/*
 * A request that returns, exits, fails fatally or throws leaves its names free for the next request of its thread, while
 * the locks of the other threads stay.
 */

declare(strict_types=1);

namespace Tests;

$lines = $host->run(8, 12, <<<'PHP'
    $lock = new RedisMutexLock($url);
    foreach (['renewed' => null, 'fixed' => 600] as $kind => $expire) {
        Check::true($lock->lock("$kind-$thread", 0, $expire), "$kind in request $request of thread $thread");
    }
    // An object that no variable of the request holds at its end.
    static $kept;
    $kept = new RedisMutexLock($url);
    Check::true($kept->lock("kept-$thread", 0, 600), "kept in request $request of thread $thread");
    usleep(random_int(0, 5000));
    Check::same([true, true, true], array_map([$lock, 'isLocked'], ["renewed-$thread", "fixed-$thread", "kept-$thread"]), 'locked');
    Check::same(2, count($lock->held()), 'held while other threads end');
    echo "$thread done\n";
    switch (($request + $thread) % 4) {
        case 0: return;
        case 1: exit;
        case 2: str_repeat('x', 1 << 40);
        case 3: throw new Exception('an ending');
    }
    PHP);
Check::same(ThreadHost::each(8, 12), $lines, 'requests');
