<?php
/*
 * Stand-in: the routes, each a path and a Closure. The Closure gets the parameters of the query by their names.
 */

declare(strict_types=1);

namespace think;

class Route
{
    /** @var array<string, \Closure> */
    private array $routes = [];

    public function __construct(private readonly App $app)
    {
    }

    public function get(string $rule, \Closure $route): void
    {
        $this->routes[$rule] = $route;
    }

    public function dispatch(string $path): Response
    {
        return isset($this->routes[$path])
            ? Response::create((string) $this->app->invokeFunction($this->routes[$path], $_GET))
            : Response::create("no route: $path", code: 404);
    }
}
