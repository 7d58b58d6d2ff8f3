<?php
/*
 * What an application can see of classes and functions, as plain arrays from reflection. The same code reads the extension and its
 * stubs, so every difference is a difference between these two. Private members are left out: applications cannot use
 * them. Used by surface-process.php.
 */

declare(strict_types=1);

namespace Tests;

final class Surface
{
    /** @return array<string, mixed> */
    public static function of(\ReflectionClass $class): array
    {
        $interfaces = $class->getInterfaceNames();
        sort($interfaces);
        $own = static fn ($member): bool => !$member->isPrivate() && $member->class === $class->name;

        return [
            'parent' => ($class->getParentClass() ?: null)?->name,
            'interfaces' => $interfaces,
            'kind' => $class->isInterface() ? 'interface' : ($class->isEnum() ? 'enum' : 'class'),
            'final' => $class->isFinal(),
            'abstract' => $class->isAbstract(),
            'constants' => self::named(array_filter($class->getReflectionConstants(), static fn ($constant): bool
                => !$constant->isPrivate() && $constant->getDeclaringClass()->name === $class->name), self::constant(...)),
            'properties' => self::named(array_filter($class->getProperties(), $own), self::property(...)),
            'methods' => self::named(array_filter($class->getMethods(), $own), self::method(...)),
        ];
    }

    private static function constant(\ReflectionClassConstant $constant): array
    {
        return self::visibility($constant) + ['final' => $constant->isFinal(), 'value' => self::text($constant->getValue())];
    }

    private static function property(\ReflectionProperty $property): array
    {
        return self::visibility($property) + [
            'static' => $property->isStatic(),
            'readonly' => $property->isReadOnly(),
            'type' => (string) $property->getType(),
            'default' => $property->hasDefaultValue() ? self::text($property->getDefaultValue()) : 'none',
        ];
    }

    private static function method(\ReflectionMethod $method): array
    {
        return self::visibility($method) + [
            'static' => $method->isStatic(),
            'final' => $method->isFinal(),
            'abstract' => $method->isAbstract(),
        ] + self::callable($method);
    }

    /** @return array<string, mixed> what a method has in common with a function */
    public static function callable(\ReflectionFunctionAbstract $function): array
    {
        $parameters = [];
        foreach ($function->getParameters() as $parameter) {
            $parameters["#{$parameter->getPosition()}"] = [
                'name' => $parameter->getName(),
                'type' => (string) $parameter->getType(),
                'optional' => $parameter->isOptional(),
                'default' => $parameter->isDefaultValueAvailable() ? self::text($parameter->getDefaultValue()) : 'none',
                'by reference' => $parameter->isPassedByReference(),
                'variadic' => $parameter->isVariadic(),
            ];
        }

        return [
            'returns' => (string) $function->getReturnType(),
            'returns by reference' => $function->returnsReference(),
            // Only internal methods can have these. The stub has none, and the extension should have none.
            'returns tentatively' => (string) $function->getTentativeReturnType(),
            'parameters' => $parameters,
        ];
    }

    private static function visibility(\ReflectionMethod|\ReflectionProperty|\ReflectionClassConstant $member): array
    {
        return ['visibility' => $member->isPublic() ? 'public' : 'protected'];
    }

    /** @return array<string, array> by name, sorted: the order in the source means nothing */
    private static function named(array $members, callable $describe): array
    {
        $named = [];
        foreach ($members as $member) {
            $named[$member->getName()] = $describe($member);
        }
        ksort($named);

        return $named;
    }

    private static function text(mixed $value): string
    {
        return preg_replace('/\s+/', ' ', var_export($value, true));
    }
}
