<?php
/*
 * One renewing thread keeps the locks of eight threads alive for longer than their lease.
 */

declare(strict_types=1);

namespace Tests;

$lines = $host->run(8, 1, <<<'PHP'
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 1]);
    Check::true($lock->lock("renewed-$thread", 0, null), 'lock');
    usleep(1_250_000);
    // Eight of PHP, and one that renews. Holder does not count the first thread of the process.
    Check::same(9, count(Holder::threads(getmypid())), 'threads of the process');
    usleep(1_250_000);
    Check::true($lock->isLocking("renewed-$thread"), 'still locked');
    Check::true($lock->unlock("renewed-$thread"), 'unlock');
    echo "$thread done\n";
    PHP);
Check::same(ThreadHost::each(8, 1), $lines, 'requests');
