<?php
/*
 * Stand-in: a channel between coroutines.
 */

declare(strict_types=1);

namespace Swoole\Coroutine;

use Swoole\Coroutine;

final class Channel
{
    private array $values = [];

    public function __construct(private readonly int $capacity = 1)
    {
    }

    public function isFull(): bool
    {
        return count($this->values) >= $this->capacity;
    }

    public function push(mixed $value, float $timeout = -1): bool
    {
        if ($this->isFull()) {
            return false;
        }
        $this->values[] = $value;

        return true;
    }

    public function pop(float $timeout = -1): mixed
    {
        return Coroutine::until(fn (): bool => $this->values !== [], $timeout) ? array_shift($this->values) : false;
    }
}
