<?php
/*
 * ThinkPHP's Redis cache, with a remember() that runs its callback in one process while the others wait for the value. It
 * changes no other method, and no key of the cache. Named as `type` of a store in config/cache.php; an application may
 * extend it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\cache;

use RedisMutexLock\Think\Lock;
use think\Container;

class Redis extends \think\cache\driver\Redis
{
    /** Without types, because the parameters have other types in each version of ThinkPHP. */
    public function remember($name, $value, $expire = null): mixed
    {
        return Container::getInstance()->make(Lock::class)->rememberIn($this, $name, $value, $expire);
    }
}
