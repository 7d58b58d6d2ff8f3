<?php

declare(strict_types=1);

/*
 * One request of an application that takes a lock: which client, where, and how much work comes after the release.
 *     ?client=phpredis|awaited|unawaited&port=6379&work=MICROSECONDS
 */

require_once __DIR__ . '/compare-and-delete.php';

$port = (int) $_GET['port'];
if ($_GET['client'] === 'phpredis') {
    $redis = new Redis();
    $redis->pconnect('127.0.0.1', $port);
    $token = bin2hex(random_bytes(16));
    $redis->set('lock:bench', $token, ['NX', 'PX' => 20000]) || throw new RuntimeException('The lock was not free.');
    $sha = sha1(COMPARE_AND_DELETE);
    $redis->evalSha($sha, ['lock:bench', $token], 1) === 1 || throw new RuntimeException('The lock was lost.');
} else {
    $lock = new RedisMutexLock(['host' => '127.0.0.1', 'port' => $port] + ($_GET['client'] === 'unawaited' ? ['await_release' => false] : []));
    $lock->lock('bench', 0, 20) || throw new RuntimeException('The lock was not free.');
    $lock->unlock('bench') || throw new RuntimeException('The lock was lost.');
}
// Work that computes, and does not sleep.
for ($end = hrtime(true) + 1_000 * (int) $_GET['work']; hrtime(true) < $end;) {
}
echo 'done';
