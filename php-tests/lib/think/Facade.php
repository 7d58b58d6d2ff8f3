<?php
/*
 * Stand-in: static calls that go to an object of the container. The facades extend it.
 */

declare(strict_types=1);

namespace think;

class Facade
{
    protected static function getFacadeClass()
    {
    }

    public static function __callStatic(string $method, array $params): mixed
    {
        return call_user_func_array([Container::getInstance()->make(static::getFacadeClass()), $method], $params);
    }
}
