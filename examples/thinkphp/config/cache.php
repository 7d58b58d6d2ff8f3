<?php

$server = ['host' => '127.0.0.1', 'port' => (int) (getenv('REDIS_PORT') ?: 6379)];

return [
    'default' => 'redis',
    'stores' => [
        // This line is the only change: before, it was 'type' => 'redis'.
        'redis' => ['type' => RedisMutexLock\Think\cache\Redis::class] + $server,
        // Without the change, to compare.
        'stock' => ['type' => 'redis'] + $server,
    ],
];
