<?php
/*
 * Functions of PHP 8.4 that Laravel 13 calls, for PHP 8.2 and 8.3. Used by Laravel.php and
 * LaravelExample.php.
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

if (!function_exists('mb_ucfirst')) {
    function mb_ucfirst(string $string, ?string $encoding = null): string
    {
        return mb_strtoupper(mb_substr($string, 0, 1, $encoding), $encoding) . mb_substr($string, 1, null, $encoding);
    }
}
