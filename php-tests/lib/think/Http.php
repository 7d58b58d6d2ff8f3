<?php
/*
 * Stand-in: runs a request through the middlewares, and tells its end.
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
        $request = new Request();
        $this->app->instance('request', $request);
        $list = $this->app->getRootPath() . 'app/middleware.php';
        $this->app->middleware->import(is_file($list) ? include $list : []);

        return $this->app->middleware->through($request, fn (Request $request): Response => $this->dispatch($request));
    }

    /** The middlewares end after the event. */
    public function end(Response $response): void
    {
        $this->app->event->trigger(HttpEnd::class, $response);
        $this->app->middleware->end($response);
    }

    private function dispatch(Request $request): Response
    {
        foreach (glob($this->app->getRootPath() . 'route/*.php') as $file) {
            include $file;
        }

        return $this->app->route->dispatch($request->pathinfo());
    }
}
