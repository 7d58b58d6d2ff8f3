<?php
/*
 * Stand-in: the stores of config/cache.php, each made once. Other calls go to the default store.
 */

declare(strict_types=1);

namespace think;

use InvalidArgumentException;
use think\cache\Driver;

class Cache
{
    /** @var array<string, Driver> */
    private array $drivers = [];

    public function __construct(private readonly App $app)
    {
    }

    public function store(?string $name = null): Driver
    {
        $name ??= $this->app->config->get('cache.default');

        return $this->drivers[$name] ??= $this->driver($name);
    }

    public function __call(string $method, array $parameters): mixed
    {
        return $this->store()->$method(...$parameters);
    }

    private function driver(string $name): Driver
    {
        $config = $this->app->config->get("cache.stores.$name")
            ?? throw new InvalidArgumentException("Store [$name] not found.");
        $type = $config['type'];
        $class = str_contains($type, '\\') ? $type : 'think\\cache\\driver\\' . ucfirst($type);

        return $this->app->invokeClass($class, [$config]);
    }
}
