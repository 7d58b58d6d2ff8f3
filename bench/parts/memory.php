<?php

declare(strict_types=1);

/** Whether the memory of PHP and of the whole process stays flat over 100,000 pairs. */
function measure_memory(Verdicts $verdicts): void
{
    $server = new PrivateRedis();
    judge_memory(new RedisMutexLock($server->url()), 20, 100_000, 'pairs', $verdicts);
    $server->stop();
}

/** Measures after a thousand pairs, which make everything that is made only once. */
function judge_memory(RedisMutexLock $lock, ?int $expire, int $count, string $pairs, Verdicts $verdicts): void
{
    $run = static function (int $count) use ($lock, $expire): void {
        for ($i = 0; $i < $count; $i++) {
            $lock->lock('bench', 0, $expire) && $lock->unlock('bench') || throw new RuntimeException('The lock was not free.');
        }
    };
    $resident = static function (): int {
        preg_match('/^VmRSS:\s+(\d+)/m', file_get_contents('/proc/self/status'), $kilobytes);

        return (int) $kilobytes[1];
    };

    $run(1_000);
    $ofPhp = $ofAll = 0; // these variables exist before the measurement
    $ofAll = $resident();
    $ofPhp = memory_get_usage();
    $run($count);
    $ofPhp = memory_get_usage() - $ofPhp;
    $ofAll = $resident() - $ofAll;

    $after = 'after ' . number_format($count) . " $pairs";
    printf("\nMemory %s: PHP %+d bytes, whole process %+d kB\n", $after, $ofPhp, $ofAll);
    $verdicts->atMost(0, $ofPhp, "bytes of PHP memory more $after");
    $verdicts->atMost(64, $ofAll, "kB of resident memory more $after");
}
