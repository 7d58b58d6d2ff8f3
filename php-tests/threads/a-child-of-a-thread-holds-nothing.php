<?php
/*
 * Threads fork while others lock: the child holds nothing, whichever way it ends, and the parent keeps its locks.
 */

declare(strict_types=1);

namespace Tests;

$lines = $host->run(8, 1, <<<'PHP'
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 2]);
    Check::true($lock->lock("renewed-$thread", 0, null) && $lock->lock("fixed-$thread", 0, 600), 'lock');
    for ($round = 0; $round < 15; $round++) {
        $pid = pcntl_fork();
        if ($pid === 0) {
            $held = [$lock->held(), $lock->isLocking("renewed-$thread"), $lock->lock("fixed-$thread", 0)];
            $own = $lock->lock("own-$thread", 0, 600);
            echo [[], false, false] === $held && $own ? "$thread child\n" : json_encode([$held, $own]) . "\n";
            if ($round % 3 === 0) {
                $lock->unlock("own-$thread");
                posix_kill(getmypid(), SIGKILL);
            } elseif ($round % 3 === 1) {
                exit;
            }
            return;
        }
        Check::same($pid, pcntl_waitpid($pid, $status), 'the child has ended');
        Check::true($lock->isLocking("renewed-$thread") && $lock->isLocking("fixed-$thread"), "the parent after child $round");
    }
    Check::true($lock->unlock("renewed-$thread") && $lock->unlock("fixed-$thread"), 'unlock');
    echo "$thread done\n";
    PHP);
$expected = ThreadHost::each(8, 1) + ThreadHost::each(8, 15, 'child');
ksort($expected);
Check::same($expected, $lines, 'requests and children');
