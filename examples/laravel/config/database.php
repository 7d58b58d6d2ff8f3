<?php

return [
    'default' => 'shop',
    'connections' => [
        'shop' => ['driver' => 'sqlite', 'database' => env('DB_DATABASE', __DIR__ . '/../database/shop.sqlite'), 'prefix' => ''],
    ],
    'redis' => [
        'client' => 'phpredis',
        'default' => [
            'host' => env('REDIS_HOST', '127.0.0.1'),
            'port' => env('REDIS_PORT', '6379'),
            'database' => env('REDIS_DB', '0'),
        ],
    ],
];
