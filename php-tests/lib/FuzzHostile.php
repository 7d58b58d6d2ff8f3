<?php
/*
 * An object that does a deed at a bad moment: when PHP converts, calls or destroys it. Made by FuzzValues.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzHostile implements \JsonSerializable
{
    /** The result of its last call. */
    public mixed $gave = null;

    /**
     * @param string $shape text, call or end: the moment of its deed
     * @param string $text the result of its conversion
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
        // A callback of onLost may run at any moment. Only a method of the class can take a deed then.
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
