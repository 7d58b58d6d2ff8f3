<?php
/*
 * Stand-in: events and their listeners. A listener that returns false ends the event. Used by Http and the queue.
 */

declare(strict_types=1);

namespace think;

class Event
{
    /** @var array<string, list<\Closure|array>> */
    private array $listeners = [];

    public function __construct(private readonly App $app)
    {
    }

    public function listen(string $event, \Closure|array $listener): static
    {
        $this->listeners[$event][] = $listener;

        return $this;
    }

    public function trigger(string|object $event, mixed $params = null): array
    {
        [$name, $params] = is_object($event) ? [$event::class, $event] : [$event, $params];
        $results = [];
        foreach (array_unique($this->listeners[$name] ?? [], SORT_REGULAR) as $key => $listener) {
            $results[$key] = $this->app->invoke($listener, [$params]);
            if ($results[$key] === false) {
                break;
            }
        }

        return $results;
    }
}
