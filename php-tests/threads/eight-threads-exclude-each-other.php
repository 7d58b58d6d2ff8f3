<?php
/*
 * Eight threads count in one file, 2000 times together, and no count is lost: with locks that expire and with renewed ones.
 */

declare(strict_types=1);

namespace Tests;

$dir = new TempDir();
foreach ([20, null] as $expire) {
    file_put_contents($file = $dir->file('count'), '0');
    $lines = $host->run(8, 5, <<<'PHP'
        $lock = new RedisMutexLock($url);
        for ($i = 0; $i < 50; $i++) {
            Check::true($lock->lock('count', 60, $expire), 'lock');
            $count = (int) file_get_contents($file);
            usleep(100);
            file_put_contents($file, (string) ($count + 1));
            Check::true($lock->unlock('count'), 'unlock');
        }
        echo "$thread done\n";
        PHP, ['file' => $file, 'expire' => $expire]);
    Check::same(ThreadHost::each(8, 5), $lines, 'requests');
    Check::same('2000', file_get_contents($file), 'what was counted');
}
