<?php
/*
 * The arguments of one call: too few, too many, by position or by name. They never make a wait that has no end. Used by
 * FuzzCalls.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzArguments
{
    /** The handler of a signal ends a wait that is longer, in seconds. */
    private const LONG = 0.02;

    public function __construct(private readonly FuzzWorld $world)
    {
    }

    /**
     * @param int $slot of the object that is called
     * @return array<array-key, mixed> by position, then by name
     */
    public function of(\ReflectionMethod $method, int $slot): array
    {
        $random = $this->world->random;
        $parameters = $method->getParameters();
        $required = $method->getNumberOfRequiredParameters();
        // Arguments are left out, so that their defaults are tried.
        $count = $random->permille(20) ? $random->below(count($parameters) + 1)
            : $required + $random->below(count($parameters) - $required + 1);
        $arguments = [];
        foreach (array_slice($parameters, 0, $count) as $parameter) {
            $arguments[$parameter->getName()] = $this->world->values->of($method->getName(), $parameter, $slot);
        }
        $arguments = $this->fitting($arguments);
        if (is_string($arguments['name'] ?? null) && in_array($method->getName(), ['lock', 'adopt'], true)) {
            $this->world->pool->asks($slot, $arguments['name']);
        }

        return $this->bounded($method, $this->inSomeForm($arguments));
    }

    /**
     * Whether the call may wait for long.
     *
     * @param array<array-key, mixed> $arguments
     */
    public function isLong(\ReflectionMethod $method, array $arguments): bool
    {
        $parameter = self::timeout($method);
        if ($parameter === null) {
            return false;
        }
        $key = self::key($parameter, $arguments);
        $timeout = $key === null ? $parameter->getDefaultValue() : $arguments[$key];

        return match (true) {
            $timeout === null, $timeout === true => true,
            is_numeric($timeout) => $timeout > self::LONG,
            default => false,
        };
    }

    /** Whether a wait may be long: then the handler of a signal ends it. A forked child gets no signals. */
    public function mayBeLong(): bool
    {
        return $this->world->context->depth === 0 && !$this->world->report->isForked();
    }

    /**
     * Gives tokens only with loose names: for the server, two objects with the same token are the same holder.
     *
     * @param array<string, mixed> $arguments
     * @return array<string, mixed>
     */
    private function fitting(array $arguments): array
    {
        if (isset($arguments['name'], $arguments['token'])) {
            if (FuzzNames::isFirm($arguments['name'])) {
                $arguments['name'] = $this->world->random->one($this->world->names->loose);
            }
            if ($this->world->random->below(2) === 0) {
                [$arguments['name'], $arguments['token']] = $this->world->values->owned()
                    ?? [$arguments['name'], $arguments['token']];
            }
        }

        return $arguments;
    }

    /**
     * The arguments by position, by name, or mixed. Now and then there is one too many.
     *
     * @param array<string, mixed> $named
     * @return array<array-key, mixed>
     */
    private function inSomeForm(array $named): array
    {
        $random = $this->world->random;
        $count = count($named);
        $positional = $random->below(8) === 0 ? $random->below($count + 1) : $count;
        $arguments = [...array_values(array_slice($named, 0, $positional)), ...array_slice($named, $positional)];
        if ($random->permille(15)) {
            $positional === $count ? $arguments[] = $this->world->values->any()
                : $arguments[$this->world->values->text() . '?'] = 1;
        }

        return $arguments;
    }

    /**
     * Without a long wait if nothing would end it. By default a long wait is rare.
     *
     * @param array<array-key, mixed> $arguments
     * @return array<array-key, mixed>
     */
    private function bounded(\ReflectionMethod $method, array $arguments): array
    {
        if ($this->isLong($method, $arguments)) {
            $key = self::key(self::timeout($method), $arguments);
            if (!$this->mayBeLong() || ($key === null && !$this->world->random->permille(10))) {
                $arguments[$key ?? 'timeout'] = 0;
            }
        }

        return $arguments;
    }

    private static function timeout(\ReflectionMethod $method): ?\ReflectionParameter
    {
        foreach ($method->getParameters() as $parameter) {
            if ($parameter->getName() === 'timeout') {
                return $parameter;
            }
        }

        return null;
    }

    /** The key under which the argument is given. Null: it is left out. */
    private static function key(\ReflectionParameter $parameter, array $arguments): string|int|null
    {
        $keys = [$parameter->getName(), $parameter->getPosition()];

        return array_values(array_filter($keys, static fn ($key): bool => array_key_exists($key, $arguments)))[0] ?? null;
    }
}
