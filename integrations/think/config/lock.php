<?php

// Settings of the locks. `php think vendor:publish` copies this file into the application.

return [
    // A Redis store of config/cache.php. The locks use its host, port, username, password, select and timeout.
    'store' => 'redis',

    // A server of the locks' own instead, as an array: host, port, password, or url, sentinel, cluster, context. null: none.
    'connection' => null,

    // A quorum of 3 to 15 independent servers instead: Redis stores of config/cache.php by their names, host:port, URLs, arrays.
    // An array, or a text with commas between. null: none.
    'servers' => null,

    // The key of a lock in Redis is this prefix and its name.
    'prefix' => 'lock:',

    // Seconds that a renewed lock lives after a crash, while the lock of remember() lives for half of its wait at most.
    'lease' => 30,

    // Renewal stops after this number of seconds. 0: never.
    'max_hold' => 0,

    // Seconds for which a lock stays locked behind its lease, after a crash or a loss. The locks of remember() have none.
    'lock_delay' => 0,

    // Seconds for one command. null: the read_timeout of `connection`, or 1.0.
    'command_timeout' => null,

    // Seconds for which Redis may be unreachable while a process waits for a lock.
    'retry_for' => 2.0,

    // The number of replicas that must have the lock before it counts.
    'min_replicas' => 0,

    // true: each lock gets a fencing token.
    'fencing' => false,

    // false: unlock() sends the release and does not wait for the answer of Redis.
    'await_release' => true,

    // true: locks that are still held are released at the end of the request, of a queue job and of the process.
    'auto_release' => true,
];
