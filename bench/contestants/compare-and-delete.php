<?php

declare(strict_types=1);

/** The script with which applications release a lock by hand. KEYS: the lock | ARGV: the token. */
const COMPARE_AND_DELETE = <<<'LUA'
    if redis.call('GET', KEYS[1]) == ARGV[1] then
        return redis.call('DEL', KEYS[1])
    end
    return 0
    LUA;
