<?php

return [
    'default' => 'redis',
    'stores' => [
        'redis' => [
            // This line chooses the lock, where 'redis' is Laravel's own driver.
            'driver' => env('CACHE_DRIVER', 'redis-mutex'),
            'connection' => 'default',
            'mutex' => [
                'fencing' => true,                  // fence() of the imports
                'scheduler' => true,                // locks of scheduled events that end soon after a crash
                'unique_for' => 3600,               // seconds of the lock of a unique job
                'log' => env('LOCK_LOG', false),    // true: a line of the log for each event of a lock
            ],
        ],
    ],
    'prefix' => 'shop_',
];
