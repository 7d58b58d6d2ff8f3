<?php

return [
    'name' => 'shop',
    'env' => 'local',
    'debug' => true,
    'timezone' => 'UTC',
    'locale' => 'en',
    'providers' => [
        Illuminate\Cache\CacheServiceProvider::class,
        Illuminate\Filesystem\FilesystemServiceProvider::class,
        Illuminate\Foundation\Providers\FoundationServiceProvider::class,
        Illuminate\Redis\RedisServiceProvider::class,
        // A Laravel that Composer installed finds this provider by itself.
        RedisMutexLock\Laravel\MutexServiceProvider::class,
    ],
    'aliases' => [],
];
