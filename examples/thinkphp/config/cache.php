<?php

$server = ['host' => '127.0.0.1', 'port' => (int) (getenv('REDIS_PORT') ?: 6379)];

return [
    'default' => 'redis',
    'stores' => [
        // This line, which was 'type' => 'redis' before, is the only change.
        'redis' => ['type' => RedisMutexLock\Think\cache\Redis::class] + $server,
        // The store without the change, to compare.
        'stock' => ['type' => 'redis'] + $server,
    ],
];
