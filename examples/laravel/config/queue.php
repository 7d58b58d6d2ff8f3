<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => [
            'driver' => 'redis',
            'connection' => 'default',
            'queue' => 'shop',
            // More than the timeout of each job, in which its wait in line is contained.
            'retry_after' => 90,
        ],
    ],
    'failed' => ['driver' => 'null'],
];
