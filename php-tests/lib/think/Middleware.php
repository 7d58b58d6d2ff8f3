<?php
/*
 * Stand-in: the middlewares of all requests, each a class or a class with its parameters. The first one is the outermost, and the
 * first one that ends too. An exception becomes a response in the middleware that is nearest to it.
 */

declare(strict_types=1);

namespace think;

use Closure;
use Throwable;

class Middleware
{
    /** @var array<string, list<array{array{string, string}, array}>> */
    private array $queue = [];

    public function __construct(private readonly App $app)
    {
    }

    public function import(array $middlewares = [], string $type = 'global'): void
    {
        foreach ($middlewares as $middleware) {
            [$class, $params] = is_array($middleware) ? $middleware : [$middleware, []];
            $this->queue[$type][] = [[$class, 'handle'], $params];
        }
    }

    public function all(string $type = 'global'): array
    {
        return $this->queue[$type] ?? [];
    }

    /** Runs $destination inside the middlewares. The real class gives a pipeline for this. */
    public function through(Request $request, Closure $destination): Response
    {
        $next = fn (Request $request): Response => $this->answered(static fn (): Response => $destination($request));
        foreach (array_reverse($this->all()) as [[$class, $method], $params]) {
            $inner = $next;
            $next = fn (Request $request): Response => $this->answered(
                fn (): Response => $this->app->make($class)->$method($request, $inner, ...$params),
            );
        }

        return $next($request);
    }

    public function end(Response $response): void
    {
        foreach ($this->queue as $middlewares) {
            foreach ($middlewares as [[$class]]) {
                $instance = $this->app->make($class);
                method_exists($instance, 'end') && $instance->end($response);
            }
        }
    }

    private function answered(Closure $make): Response
    {
        try {
            return $make();
        } catch (Throwable $thrown) {
            return $this->app->make(exception\Handle::class)->render($thrown);
        }
    }
}
