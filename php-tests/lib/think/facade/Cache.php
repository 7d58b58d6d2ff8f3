<?php
/*
 * Stand-in: the facade of the cache. The example uses it.
 */

declare(strict_types=1);

namespace think\facade;

use think\Facade;

class Cache extends Facade
{
    protected static function getFacadeClass(): string
    {
        return 'cache';
    }
}
