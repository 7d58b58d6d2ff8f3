<?php
/*
 * The ways in which PHP code can call a method. In calls from PHP's own functions, arguments are converted as without
 * strict_types. No way keeps the object longer than the call does. Used by FuzzCalls.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzRoads
{
    private const ALL = [
        'strict' => 20, 'weak' => 40, 'function' => 10, 'callable' => 8, 'reflection' => 6, 'map' => 5, 'generator' => 4,
        'buffer' => 2, 'static' => 1, 'bound' => 3,
    ];

    private readonly \Closure $weak;

    public function __construct(private readonly FuzzWorld $world)
    {
        // Code without a declare() converts arguments.
        $this->weak = eval('return static fn (object $pool, int $slot, string $method, array $arguments): mixed '
            . '=> $pool->slots[$slot]->$method(...$arguments);');
    }

    public function any(): string
    {
        return $this->world->random->weighted(self::ALL);
    }

    /** @param array<array-key, mixed> $arguments */
    public function go(string $road, int $slot, string $method, array $arguments): mixed
    {
        // Never by reference: the reference would have a type, and PHP 8.2 destroys the old value of such a one too early.
        $pool = $this->world->pool;

        return match ($road) {
            'strict' => $pool->slots[$slot]->$method(...$arguments),
            'weak' => ($this->weak)($pool, $slot, $method, $arguments),
            'function' => call_user_func_array([$pool->slots[$slot], $method], $arguments),
            'callable' => $pool->slots[$slot]->$method(...)(...$arguments),
            'reflection' => (new \ReflectionMethod(\RedisMutexLock::class, $method))
                ->invokeArgs($pool->slots[$slot], $arguments),
            // An array for each argument, with one element.
            'map' => $arguments === [] ? $pool->slots[$slot]->$method() : array_map(
                [$pool->slots[$slot], $method],
                ...array_map(static fn (mixed $argument): array => [$argument], array_values($arguments)),
            )[0],
            'generator' => (static function () use ($pool, $slot, $method, $arguments): \Generator {
                yield $pool->slots[$slot]->$method(...$arguments);
            })()->current(),
            // In the callback of an output buffer no other buffer can be started.
            'buffer' => $this->world->context->solid ? $pool->slots[$slot]->$method(...$arguments)
                : $this->inBuffer($slot, $method, $arguments),
            'static' => \RedisMutexLock::$method(...$arguments),
            'bound' => \Closure::fromCallable([$pool->slots[$slot], $method])->__invoke(...$arguments),
        };
    }

    /** Calls from the callback of an output buffer, in which PHP forbids output. */
    private function inBuffer(int $slot, string $method, array $arguments): mixed
    {
        $result = $isDone = null;
        $solid = $this->world->context->solid;
        $this->world->context->solid = true;
        ob_start(function () use ($slot, $method, $arguments, &$result, &$isDone): string {
            // If a deed ends the process, PHP calls the callback once more.
            if ($isDone) {
                return '';
            }
            $isDone = true;
            $result = ($this->weak)($this->world->pool, $slot, $method, $arguments);

            return '';
        });
        try {
            ob_end_clean();
        } finally {
            $this->world->context->solid = $solid;
        }

        return $result;
    }
}
