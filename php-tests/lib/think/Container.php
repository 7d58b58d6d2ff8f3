<?php
/*
 * Stand-in: a container that keeps what it has made, and gives functions the objects that their parameters name. Used by App.
 */

declare(strict_types=1);

namespace think;

use Closure;
use InvalidArgumentException;
use ReflectionClass;
use ReflectionFunction;
use ReflectionFunctionAbstract;
use ReflectionMethod;
use ReflectionNamedType;

class Container
{
    private static ?self $current = null;
    /** @var array<string, object> */
    private array $instances = [];
    /** @var array<string, string|Closure> */
    protected array $bind = [];

    public static function getInstance(): self
    {
        return self::$current ??= new self();
    }

    public static function setInstance(self $container): void
    {
        self::$current = $container;
    }

    public function bind(string $abstract, string|object $concrete): static
    {
        if (is_object($concrete) && !$concrete instanceof Closure) {
            return $this->instance($abstract, $concrete);
        }
        $this->bind[$abstract] = $concrete;

        return $this;
    }

    public function instance(string $abstract, object $instance): static
    {
        $this->instances[$this->alias($abstract)] = $instance;

        return $this;
    }

    public function exists(string $abstract): bool
    {
        return isset($this->instances[$this->alias($abstract)]);
    }

    public function make(string $abstract, array $vars = [], bool $newInstance = false): object
    {
        $abstract = $this->alias($abstract);
        if (isset($this->instances[$abstract]) && !$newInstance) {
            return $this->instances[$abstract];
        }
        $bound = $this->bind[$abstract] ?? null;
        $object = $bound instanceof Closure ? $this->invokeFunction($bound, $vars) : $this->invokeClass($abstract, $vars);
        if (!$newInstance) {
            $this->instances[$abstract] = $object;
        }

        return $object;
    }

    public function delete(string $name): void
    {
        unset($this->instances[$this->alias($name)]);
    }

    public function invokeFunction(string|Closure $function, array $vars = []): mixed
    {
        return $function(...$this->arguments(new ReflectionFunction($function), $vars));
    }

    public function invokeMethod(array $method, array $vars = []): mixed
    {
        $object = is_object($method[0]) ? $method[0] : $this->invokeClass($method[0]);

        return $object->{$method[1]}(...$this->arguments(new ReflectionMethod($object, $method[1]), $vars));
    }

    public function invoke(Closure|array $callable, array $vars = []): mixed
    {
        return is_array($callable) ? $this->invokeMethod($callable, $vars) : $this->invokeFunction($callable, $vars);
    }

    public function invokeClass(string $class, array $vars = []): object
    {
        $constructor = (new ReflectionClass($class))->getConstructor();

        return new $class(...($constructor === null ? [] : $this->arguments($constructor, $vars)));
    }

    public function __get(string $name): object
    {
        return $this->make($name);
    }

    private function alias(string $abstract): string
    {
        $bound = $this->bind[$abstract] ?? null;

        return is_string($bound) ? $this->alias($bound) : $abstract;
    }

    /** @return list<mixed> objects come from the container, unless the next value is one; other values by order or name */
    private function arguments(ReflectionFunctionAbstract $function, array $vars): array
    {
        $ordered = array_is_list($vars);
        $arguments = [];
        foreach ($function->getParameters() as $parameter) {
            $type = $parameter->getType();
            if ($type instanceof ReflectionNamedType && !$type->isBuiltin()) {
                $class = $type->getName();
                $arguments[] = reset($vars) instanceof $class ? array_shift($vars) : $this->make($class);
            } elseif ($ordered && $vars !== []) {
                $arguments[] = array_shift($vars);
            } elseif (!$ordered && array_key_exists($parameter->getName(), $vars)) {
                $arguments[] = $vars[$parameter->getName()];
            } elseif ($parameter->isDefaultValueAvailable()) {
                $arguments[] = $parameter->getDefaultValue();
            } else {
                throw new InvalidArgumentException("method param miss:{$parameter->getName()}");
            }
        }

        return $arguments;
    }
}
