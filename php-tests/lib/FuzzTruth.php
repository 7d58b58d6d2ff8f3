<?php
/*
 * Checks that an object and the server agree on what the object holds. Used by FuzzPlay.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzTruth
{
    private const YEAR = 31_536_000.0;
    private const PREFIXED = ['plain', 'fencing', 'socket', 'sub', 'kept'];

    public function __construct(private readonly FuzzWorld $world)
    {
    }

    public function check(): void
    {
        $slot = $this->world->pool->any();
        $kind = $this->world->pool->kinds[$slot];
        if (!in_array($kind, self::PREFIXED, true)) {
            return;
        }
        $prefix = $kind === 'kept' ? $this->world->keptPrefix : $this->world->prefix;
        $this->world->calls->guard("#$slot: what it holds", $kind, function () use ($slot, $prefix): void {
            // No handler or deed may change the lock in between.
            $this->world->context->armed = FuzzContext::NONE;
            $lock = $this->world->pool->slots[$slot];
            $names = $lock->held();
            array_is_list($names) || $this->wrong($slot, 'held() is no list');
            count($names) === count(array_unique($names)) || $this->wrong($slot, 'held() has a name twice');
            foreach ($names as $name) {
                $this->holds($slot, $lock, $name, $prefix);
            }
        });
    }

    private function holds(int $slot, \RedisMutexLock $lock, mixed $name, string $prefix): void
    {
        if (!is_string($name)) {
            $this->wrong($slot, 'held() has ' . FuzzReport::show($name));

            return;
        }
        $token = $lock->token($name);
        $remaining = $lock->remaining($name);
        if ($remaining !== null && ($remaining <= 0 || $remaining > self::YEAR)) {
            $this->wrong($slot, "remaining() is $remaining");
        }
        // Another object may have taken a loose name. A short lease may end during this check.
        if ($token === null || $remaining === null || !FuzzNames::isFirm($name)) {
            return;
        }
        $owner = $this->world->server->get($prefix . $name);
        $locking = $lock->isLocking($name);
        if ($lock->token($name) !== null && ($owner !== $token || !$locking)) {
            [$name, $owner] = [FuzzReport::show($name), FuzzReport::show($owner)];
            $this->wrong($slot, "holds $name with $token, the server says $owner");

            return;
        }
        $listed = array_column($lock->list(addcslashes($name, '*?[]\\^-')), null, 'name')[$name] ?? null;
        if ($lock->token($name) === $token && [$listed['owner'] ?? null, $listed['mine'] ?? null] !== [$token, true]) {
            $this->wrong($slot, 'holds ' . FuzzReport::show($name) . " with $token, list() says " . FuzzReport::show($listed));
        }
    }

    private function wrong(int $slot, string $problem): void
    {
        $this->world->report->wrong("#$slot: $problem");
    }
}
