<?php
/*
 * The functions of later PHP versions that Laravel 13 calls, for PHP 8.2 and 8.3. They do what these calls need, and no more.
 * Used by Laravel.php.
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

if (!function_exists('json_validate')) {
    function json_validate(string $json, int $depth = 512, int $flags = 0): bool
    {
        json_decode($json, true, $depth, $flags);

        return json_last_error() === JSON_ERROR_NONE;
    }
}

if (!function_exists('mb_str_pad')) {
    function mb_str_pad(string $string, int $length, string $pad_string = ' ', int $pad_type = STR_PAD_RIGHT): string
    {
        return str_pad($string, strlen($string) - mb_strlen($string) + $length, $pad_string, $pad_type);
    }
}

if (!function_exists('mb_ucfirst')) {
    function mb_ucfirst(string $string): string
    {
        return mb_strtoupper(mb_substr($string, 0, 1)) . mb_substr($string, 1);
    }

    function mb_lcfirst(string $string): string
    {
        return mb_strtolower(mb_substr($string, 0, 1)) . mb_substr($string, 1);
    }
}
