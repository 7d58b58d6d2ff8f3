<?php
/*
 * Values for the parameters of the class: mostly meaningful ones, else of any type. Used by FuzzCalls,
 * FuzzThings and FuzzConfigs.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzValues
{
    /** So many of 1000 arguments are of any type. */
    private const WRONG = 60;

    /** @var list<array{string, string}> loose names, and tokens that may hold them */
    private array $owned = [];

    public function __construct(private readonly FuzzWorld $world)
    {
    }

    /** @param int $slot of the object that is called */
    public function of(string $method, \ReflectionParameter $parameter, int $slot): mixed
    {
        $random = $this->world->random;
        if ($random->permille(self::WRONG)) {
            return $this->any();
        }

        return match ($parameter->getName()) {
            'name' => $random->permille(70) ? $this->hostile('text')
                : $this->world->names->any($random, $method, $this->world->pool->asked($slot)),
            'names' => array_map(
                fn (): mixed => $random->permille(30) ? $this->any()
                    : $this->world->names->any($random, $method, $this->world->pool->asked($slot)),
                array_fill(0, $random->one([0, 1, 1, 2, 2, 3, 5]), null),
            ),
            'timeout' => $this->timeout(),
            'expire' => $this->expire($parameter->allowsNull()),
            'sleep' => $random->one([1, 50, 200, 1_000, 2_000, '100', 100.0, 0, -1, PHP_INT_MAX, PHP_INT_MIN]),
            'token' => $this->token(),
            'callback' => $this->callback($method),
            'config' => match ($random->below(8)) {
                0, 1, 2 => $this->world->configs->sound(),
                // A value that may construct the object while it is converted to a URL.
                3, 4 => new FuzzHostile($this->world, 'text', $this->world->server->url),
                default => $this->world->configs->wild(),
            },
            'pattern' => $random->one(['*', 'l*', '[', '\\', '?', '', "\xff*", "\0", '*:queue:*', str_repeat('*', 99)]),
            'limit' => $random->one([1, 2, 100, 1_000, 0, -1, PHP_INT_MAX, '5']),
            default => $this->any(),
        };
    }

    /** Notes that this token may hold this loose name. */
    public function owns(string $name, string $token): void
    {
        $this->owned = [...array_slice($this->owned, -7), [$name, $token]];
    }

    /** @return ?array{string, string} a loose name, and a token that may hold it */
    public function owned(): ?array
    {
        return $this->owned === [] ? null : $this->world->random->one($this->owned);
    }

    public function forget(): void
    {
        $this->owned = [];
    }

    /** A value of any type. */
    public function any(): mixed
    {
        $random = $this->world->random;

        return match ($random->weighted([
            'null' => 4, 'bool' => 3, 'int' => 6, 'float' => 6, 'number' => 4, 'text' => 8, 'array' => 6, 'object' => 4,
            'hostile' => 12, 'closure' => 2, 'resource' => 2, 'lock' => 3, 'enum' => 1,
        ])) {
            'null' => null,
            'bool' => $random->below(2) === 0,
            'int' => $random->one([0, 1, -1, 2, 42, 4096, 1 << 31, 1 << 53, PHP_INT_MAX, PHP_INT_MIN]),
            'float' => $random->one([0.0, -0.0, 0.5, 1.5, -1.0, 1e-320, 1e18, 1e19, 1e308, -1e308, NAN, INF, -INF]),
            'number' => $random->one(['0', '1', ' 2', '3 ', '1e1', '0x1', '1e999', '-0', '.5', '5 apples', 'NAN', "1\0"]),
            'text' => $this->text(),
            'array' => $this->array(),
            'object' => $random->one([new \stdClass(), new \ArrayObject([1]), new \DateTime('@0'), new \WeakMap()]),
            'hostile' => $this->hostile($random->one(['text', 'text', 'call', 'end'])),
            'closure' => static fn (): int => 1,
            'resource' => $this->resource(),
            'lock' => $this->world->pool->slots[$this->world->pool->any()],
            'enum' => FuzzEnum::One,
        };
    }

    public function text(): string
    {
        $random = $this->world->random;

        return match ($random->below(8)) {
            0 => '',
            1 => str_repeat('x', $random->one([1, 4095, 4096, 4097, 20_000])),
            2 => "\xff\xfe\x80",
            3 => "a\0b",
            4 => '%s%n%5$s',
            5 => 'FuzzNoClass::method',
            default => $random->bytes($random->below(40)),
        };
    }

    /** @param string $shape text, call or end: the moment of the deed */
    public function hostile(string $shape): FuzzHostile
    {
        // Never a firm name: the method may take locks from their holders.
        return new FuzzHostile($this->world, $shape, $this->world->random->one($this->world->names->loose));
    }

    private function array(): array
    {
        $random = $this->world->random;
        $array = match ($random->below(5)) {
            0 => [],
            1 => ["\xff\xfe" => 1, '' => 2, -5 => 3],
            2 => [[[[[[[[[[1]]]]]]]]]],
            3 => [$this->hostile('text'), NAN, null],
            4 => [1, 2, 3],
        };
        if ($random->below(3) === 0) {
            $array['self'] = &$array;
        }

        return $array;
    }

    private function timeout(): mixed
    {
        $random = $this->world->random;

        $long = $this->world->arguments->mayBeLong() ? 1 : 0;

        return match ($random->weighted(['none' => 70, 'short' => 20, 'odd' => 13, 'long' => $long])) {
            'none' => $random->one([0, 0, 0.0, '0', false, -0.0]),
            'short' => $random->one([0.001, 0.003, 0.005, '0.004', 1e-320]),
            'odd' => $random->one([-1, NAN, INF, -INF, -1e308, '', 'x', '-0.5', '0 ']),
            'long' => $random->one([null, 1, 5.5, true, '60', 1e308, PHP_INT_MAX]),
        };
    }

    private function expire(bool $nullable): mixed
    {
        $random = $this->world->random;

        return match ($random->weighted(['usual' => 50, 'renewed' => $nullable ? 35 : 1, 'tiny' => 15, 'odd' => 13])) {
            'usual' => $random->one([1, 5, 20, 2.5, '30', true, 31_536_000]),
            'renewed' => null,
            'tiny' => $random->one([0.01, 0.011, 0.02, 0.05]),
            'odd' => $random->one([0, 0.009, -1, 31_536_001, NAN, INF, -INF, 1e308, PHP_INT_MAX, '', 'x', '5x']),
        };
    }

    private function token(): mixed
    {
        $random = $this->world->random;

        return match ($random->below(6)) {
            0 => \RedisMutexLock::generateToken(),
            1 => $random->one(['', 'x', str_repeat('a', 32), str_repeat('A', 32), str_repeat('t', 4097), "\xff\0"]),
            default => $this->owned()[1] ?? 'somebody',
        };
    }

    private function callback(string $method): mixed
    {
        $random = $this->world->random;
        $hostile = $this->hostile('call');
        // A callback of onLost may throw at any moment. The fuzzer catches this only from its own callbacks.
        $lost = $method === 'onLost';

        return match ($random->below($lost ? 9 : 17)) {
            0, 1, 2 => $hostile,
            3 => $hostile->__invoke(...),
            4 => [$hostile, '__invoke'],
            5 => static fn (mixed ...$given): mixed => $hostile(...$given),
            6 => $lost ? 'max' : 'time',
            7 => $random->one([
                null, 'no such function', '', "\xff::x", [], [1, 2], ['RedisMutexLock', 'lock'], 'FuzzNoClass::x',
            ]),
            8 => [FuzzUnborn::make(), $random->one(['no', "\xff", ''])],
            9 => [$this->any(), $random->one(['held', 'unlockAll'])],
            10 => [$this->world->pool->slots[$this->world->pool->any()], $random->one(['held', 'lock', '__construct'])],
            11 => 'RedisMutexLock::stats',
            12 => ['RedisMutexLock', 'generateToken'],
            13 => \RedisMutexLock::stats(...),
            14 => [FuzzUnborn::make(), 'held'],
            15 => $this->any(),
            16 => (static fn (): \Generator => yield 1),
        };
    }

    /** @return resource */
    private function resource()
    {
        $stream = fopen('php://memory', 'r');
        if ($this->world->random->below(2) === 0) {
            fclose($stream);
        }

        return $stream;
    }
}
