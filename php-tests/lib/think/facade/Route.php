<?php
/*
 * Stand-in: the facade of the routes. The example uses it.
 */

declare(strict_types=1);

namespace think\facade;

use think\Facade;

class Route extends Facade
{
    protected static function getFacadeClass(): string
    {
        return 'route';
    }
}
