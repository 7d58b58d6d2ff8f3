<?php
/*
 * ThinkPHP's Redis cache, with a remember() that runs its callback in one process while the others wait for the value. No other
 * method and no key of the cache changes. The class is named as `type` of a store in config/cache.php, and an application may
 * extend it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\cache;

use RedisMutexLock\Think\Lock;
use think\Container;

class Redis extends \think\cache\driver\Redis
{
    /** Returns the value of an entry. The parameters have no types, because each version of ThinkPHP has others. */
    public function remember($name, $value, $expire = null): mixed
    {
        return Container::getInstance()->make(Lock::class)->rememberIn($this, $name, $value, $expire);
    }
}
