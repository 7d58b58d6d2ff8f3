<?php

return [
    'default' => 'redis',
    'stores' => [
        'redis' => [
            // This line chooses the lock, where 'redis' is Laravel's own driver.
            'driver' => env('CACHE_DRIVER', 'redis-mutex'),
            'connection' => 'default',
        ],
    ],
    'prefix' => 'shop_',
];
