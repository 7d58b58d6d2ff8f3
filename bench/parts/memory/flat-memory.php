<?php

declare(strict_types=1);

/** Measures after a thousand pairs, which make everything that is made only once. */
function judge_memory(Run $run, string $name, RedisMutexLock $lock, ?int $expire, int $count): void
{
    $pairs = static function (int $count) use ($lock, $expire): void {
        for ($i = 0; $i < $count; $i++) {
            $lock->lock('bench', 0, $expire) && $lock->unlock('bench') || throw new RuntimeException('The lock was not free.');
        }
    };
    $resident = static function (): int {
        preg_match('/^VmRSS:\s+(\d+)/m', file_get_contents('/proc/self/status'), $kilobytes);

        return 1024 * (int) $kilobytes[1];
    };

    $pairs(1_000);
    $ofPhp = $ofAll = 0; // these variables exist before the measurement
    $ofAll = $resident();
    $ofPhp = memory_get_usage();
    $pairs($count);
    $ofPhp = memory_get_usage() - $ofPhp;
    $ofAll = $resident() - $ofAll;

    $run->results->set("$name.count", $count, Figure::COUNT);
    $run->results->set("$name.php", $ofPhp, Figure::BYTES);
    $run->results->set("$name.process", $ofAll, Figure::BYTES);
    $run->targets->atMost(0, "$name.php", 'bytes of PHP memory more after all pairs');
    $run->targets->atMost(65536, "$name.process", 'bytes of resident memory more after all pairs');
}
