<?php
/*
 * Stand-in: runs a request, and tells its end.
 */

declare(strict_types=1);

namespace think;

use think\event\HttpEnd;

class Http
{
    public function __construct(private readonly App $app)
    {
    }

    public function run(): Response
    {
        $this->app->initialized() || $this->app->initialize();
        foreach (glob($this->app->getRootPath() . 'route/*.php') as $file) {
            include $file;
        }
        try {
            return $this->app->route->dispatch(trim($_SERVER['PATH_INFO'] ?? '', '/'));
        } catch (\Throwable $thrown) {
            return Response::create($thrown->getMessage(), code: 500);
        }
    }

    public function end(Response $response): void
    {
        $this->app->event->trigger(HttpEnd::class, $response);
    }
}
