<?php

return [
    'name' => 'shop',
    'env' => 'local',
    'debug' => true,
    'timezone' => 'UTC',
    'locale' => 'en',
    'providers' => [
        Illuminate\Bus\BusServiceProvider::class,
        Illuminate\Cache\CacheServiceProvider::class,
        Illuminate\Database\DatabaseServiceProvider::class,
        Illuminate\Filesystem\FilesystemServiceProvider::class,
        Illuminate\Foundation\Providers\ConsoleSupportServiceProvider::class,
        Illuminate\Foundation\Providers\FoundationServiceProvider::class,
        Illuminate\Queue\QueueServiceProvider::class,
        Illuminate\Redis\RedisServiceProvider::class,
        // A Laravel that Composer installed finds this provider by itself.
        RedisMutexLock\Laravel\MutexServiceProvider::class,
        App\ShopServiceProvider::class,
    ],
    'aliases' => [],
];
