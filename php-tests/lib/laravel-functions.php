<?php
/*
 * Functions of PHP 8.4 that Laravel 13 calls in its queue and in its handler of exceptions, for PHP 8.2 and 8.3. Used by
 * Laravel.php.
 */

declare(strict_types=1);

if (!function_exists('array_find_key')) {
    function array_find_key(array $array, callable $callback): mixed
    {
        foreach ($array as $key => $value) {
            if ($callback($value, $key)) {
                return $key;
            }
        }

        return null;
    }

    function array_find(array $array, callable $callback): mixed
    {
        $key = array_find_key($array, $callback);

        return $key === null ? null : $array[$key];
    }

    function array_any(array $array, callable $callback): bool
    {
        return array_find_key($array, $callback) !== null;
    }

    function array_all(array $array, callable $callback): bool
    {
        return !array_any($array, static fn (mixed $value, int|string $key): bool => !$callback($value, $key));
    }
}
