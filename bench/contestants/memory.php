<?php

declare(strict_types=1);

/*
 * Prints two numbers of bytes: what of the library is a copy of this process' own, and how much more memory of its own the
 * process needs after its first lock.
 *     memory.php URL LIBRARY
 */

$private = static function (string $pattern): int {
    $bytes = 0;
    foreach (preg_split('/^(?=[0-9a-f]+-[0-9a-f]+ )/m', file_get_contents('/proc/self/smaps'), -1, PREG_SPLIT_NO_EMPTY) as $mapping) {
        if (preg_match($pattern, strtok($mapping, "\n")) && preg_match('/^Private_Dirty:\s+(\d+)/m', $mapping, $kilobytes)) {
            $bytes += 1024 * (int) $kilobytes[1];
        }
    }

    return $bytes;
};
$library = $private('/' . preg_quote($argv[2], '/') . '/');
$private('/./'); // what this question needs is there before
$before = $private('/./');
$lock = new RedisMutexLock($argv[1]);
$lock->lock('bench') && $lock->unlock('bench') || throw new RuntimeException('The lock was not free.');
echo $library, ' ', max(0, $private('/./') - $before), "\n";
