<?php
/*
 * Stand-in: the connections of config/queue.php, each made once.
 */

declare(strict_types=1);

namespace think;

class Queue
{
    private array $connections = [];

    public function __construct(private readonly App $app)
    {
    }

    public function connection(?string $name = null): object
    {
        $name ??= $this->app->config->get('queue.default');

        return $this->connections[$name] ??= $this->made($name);
    }

    private function made(string $name): object
    {
        $config = $this->app->config->get("queue.connections.$name");
        $class = 'think\\queue\\connector\\' . ucfirst($config['type']);

        return $this->app->invokeClass($class, [$config])->setApp($this->app)->setConnection($name);
    }
}
