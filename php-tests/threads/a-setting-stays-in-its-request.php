<?php
/*
 * ini_set() changes the setting of its own thread and request: no other thread sees it, and no later request.
 */

declare(strict_types=1);

namespace Tests;

$lines = $host->run(8, 5, <<<'PHP'
    Check::same('lock:', ini_get('redis_mutex_lock.lock_prefix'), 'at the beginning of a request');
    ini_set('redis_mutex_lock.lock_prefix', $prefix = "lock:$thread-$request:");
    usleep(random_int(1000, 5000));
    $lock = new RedisMutexLock($url);
    Check::true($lock->lock('setting', 0), 'lock');
    Check::same($prefix, ini_get('redis_mutex_lock.lock_prefix'), 'later in the request');
    $names = array_column((new RedisMutexLock(['url' => $url, 'lock_prefix' => $prefix]))->list(), 'name');
    Check::same(['setting'], $names, 'what is locked behind the own prefix');
    echo "$thread done\n";
    PHP);
Check::same(ThreadHost::each(8, 5), $lines, 'requests');
