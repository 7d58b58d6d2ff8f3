<?php
/*
 * Stand-in: the configuration, with dots between the names. Used by App, Cache, Console and the package.
 */

declare(strict_types=1);

namespace think;

class Config
{
    private array $config = [];

    public function get(?string $name = null, mixed $default = null): mixed
    {
        $value = $this->config;
        foreach ($name === null ? [] : explode('.', $name) as $part) {
            if (!isset($value[$part])) {
                return $default;
            }
            $value = $value[$part];
        }

        return $value;
    }

    public function set(array $config, ?string $name = null): array
    {
        return $name === null
            ? $this->config = array_merge($this->config, $config)
            : $this->config[$name] = array_merge($this->config[$name] ?? [], $config);
    }
}
