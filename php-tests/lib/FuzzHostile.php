<?php
/*
 * An object that does a deed at a bad moment: when it is converted, called or destroyed. Made by FuzzValues.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzHostile implements \JsonSerializable
{
    /** What the last call of it returned. */
    public mixed $gave = null;

    /**
     * @param string $shape text, call or end: when it does its deed
     * @param string $text what it is converted to
     */
    public function __construct(
        private readonly FuzzWorld $world,
        public readonly string $shape,
        private readonly string $text,
    ) {
    }

    public function __toString(): string
    {
        $this->shape === 'text' && $this->world->deeds->happen();

        return $this->text;
    }

    public function __invoke(mixed ...$given): mixed
    {
        // A callback of onLost may come at any moment: only a call of a product method is ready for it.
        if ($this->world->context->armed !== FuzzContext::NONE) {
            $this->gave = null;
            $this->world->deeds->happen(interrupts: !FuzzContext::isInMethod(1));
            $this->gave = $this->world->random->below(3) === 0 ? new \stdClass() : $this->text;
        }

        return $this->gave;
    }

    public function jsonSerialize(): mixed
    {
        $this->world->deeds->happen(solid: true);

        return $this->text;
    }

    public function __destruct()
    {
        $this->shape === 'end' && $this->world->deeds->happen(solid: true);
    }
}
