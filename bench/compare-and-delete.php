<?php

declare(strict_types=1);

/** What applications that do it by hand release a lock with: KEYS the lock | ARGV the token. */
const COMPARE_AND_DELETE = <<<'LUA'
    if redis.call('GET', KEYS[1]) == ARGV[1] then
        return redis.call('DEL', KEYS[1])
    end
    return 0
    LUA;
