<?php

use app\Shop;
use think\facade\Cache;
use think\facade\Route;

// A customer of the flash sale. Without unlock(), the end of the request would release the lock.
Route::get('buy', static function (RedisMutexLock $lock, Shop $shop): string {
    if (!$lock->lock('gift', timeout: 5)) {
        return 'please try again';
    }
    try {
        return $shop->nextCode();
    } finally {
        $lock->unlock('gift');
    }
});

// All requests miss the cache at once, but only one of them runs the query.
Route::get('stats', static fn (Shop $shop): string => Cache::remember('stats', $shop->slowQuery(...), 60));
