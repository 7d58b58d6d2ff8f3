<?php

declare(strict_types=1);

/** Whether memory stays flat over 100,000 pairs, PHP's own and that of the whole process. */
function measure_memory(Verdicts $verdicts): void
{
    $server = new PrivateRedis();
    $lock = new RedisMutexLock($server->url());
    $pairs = static function (int $count) use ($lock): void {
        for ($i = 0; $i < $count; $i++) {
            $lock->lock('bench') && $lock->unlock('bench') || throw new RuntimeException('The lock was not free.');
        }
    };
    $resident = static function (): int {
        preg_match('/^VmRSS:\s+(\d+)/m', file_get_contents('/proc/self/status'), $kilobytes);

        return (int) $kilobytes[1];
    };

    $pairs(1_000);
    $ofPhp = $ofAll = 0; // there before they are measured
    $ofAll = $resident();
    $ofPhp = memory_get_usage();
    $pairs(100_000);
    $ofPhp = memory_get_usage() - $ofPhp;
    $ofAll = $resident() - $ofAll;
    $server->stop();

    printf("\nMemory after 100,000 pairs: PHP %+d bytes, whole process %+d kB\n", $ofPhp, $ofAll);
    $verdicts->atMost(0, $ofPhp, 'bytes of PHP memory more after 100,000 pairs');
    $verdicts->atMost(64, $ofAll, 'kB of resident memory more after 100,000 pairs');
}
