<?php
/*
 * What PHP code can do with an object besides calling its methods: show, print, copy and compare it, and use its
 * properties. The ini settings too. Used by FuzzPlay and FuzzDeeds.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzThings
{
    private const KINDS = [
        'property' => 30, 'slot' => 10, 'dump' => 12, 'copy' => 12, 'compare' => 8, 'wild' => 20, 'ini' => 8,
    ];
    private const PROPERTIES = [
        'onLost', 'x', '', '0', "\0", "\0RedisMutexLock\0onLost", "\xff\xfe", 'a b', 'this', 'cycle',
    ];
    private const SETTINGS = ['', '0', '5', '0.01', '-1', 'NAN', '1e999', "\xff", 'x', "a\0b", '31536001', 'x:'];

    public function __construct(private readonly FuzzWorld $world)
    {
    }

    public function any(): void
    {
        $kind = $this->world->random->weighted(self::KINDS);
        $this->$kind();
    }

    private function property(): void
    {
        $random = $this->world->random;
        $pool = $this->world->pool;
        $slot = $this->world->pool->any();
        $name = $random->below(4) === 0 ? $this->world->values->text() : $random->one(self::PROPERTIES);
        $way = $random->below(14);
        $shown = FuzzReport::show($name);
        $this->guard("#$slot property $shown way $way", $slot, function () use ($pool, $slot, $name, $way): void {
            match ($way) {
                0 => $pool->slots[$slot]->$name,
                1 => $pool->slots[$slot]->$name = $this->world->values->any(),
                2 => isset($pool->slots[$slot]->$name),
                3 => empty($pool->slots[$slot]->$name),
                4 => (static function () use ($pool, $slot, $name): void {
                    // Keep a reference: PHP 8.2 uses the object after an __unset() that destroys it.
                    $lock = $pool->slots[$slot];
                    unset($lock->$name);
                })(),
                5 => $pool->slots[$slot]->$name ?? 1,
                6 => $pool->slots[$slot]->$name[] = 1,
                7 => (static function () use ($pool, $slot, $name): void {
                    $reference = &$pool->slots[$slot]->$name;
                    $reference = 1;
                })(),
                8 => (static function () use ($pool, $slot, $name): void {
                    // Keep a reference: PHP 8.2 increments in the object after a warning whose handler has destroyed it.
                    $lock = $pool->slots[$slot];
                    $lock->$name++;
                })(),
                9 => property_exists($pool->slots[$slot], $name),
                10 => (static function () use ($pool, $slot): void {
                    foreach ($pool->slots[$slot] as &$value) {
                        $value = 1;
                    }
                })(),
                11 => get_object_vars($pool->slots[$slot]),
                12 => (new \ReflectionObject($pool->slots[$slot]))->hasProperty($name),
                13 => array_key_exists($name, (array) $pool->slots[$slot]),
            };
        });
    }

    /** Uses the only property in ways that ignore its visibility. */
    private function slot(): void
    {
        $pool = $this->world->pool;
        $slot = $this->world->pool->any();
        $way = $this->world->random->below(7);
        $this->guard("#$slot onLost way $way", $slot, function () use ($pool, $slot, $way): void {
            $property = new \ReflectionProperty(\RedisMutexLock::class, 'onLost');
            match ($way) {
                0 => $property->getValue($pool->slots[$slot]),
                // No value with a destructor: PHP 8.2 destroys the old value of a referenced property too early.
                1 => $property->setValue($pool->slots[$slot], $this->world->random->one([7, 'max', 'no', []])),
                2 => $property->setValue($pool->slots[$slot], null),
                3 => $property->isInitialized($pool->slots[$slot]),
                4 => array_walk($pool->slots[$slot], static function (mixed &$value, string $key): void {
                    $key === "\0RedisMutexLock\0onLost" && $value = 7;
                }),
                // Since PHP 8.5, an object in an ArrayObject is deprecated.
                5 => (@new \ArrayObject($pool->slots[$slot]))->getArrayCopy(),
                6 => $property->setValue($pool->slots[$slot], $this->world->values->hostile('call')),
            };
        });
    }

    private function dump(): void
    {
        if ($this->world->context->solid) {
            // This may run in the callback of an output buffer, where no other buffer can be started.
            return;
        }
        $pool = $this->world->pool;
        $slot = $this->world->pool->any();
        $way = $this->world->random->below(8);
        $this->guard("#$slot dump way $way", $slot, function () use ($pool, $slot, $way): void {
            // If a deed ends the process, the content of the buffer must not be printed.
            ob_start(static fn (): string => '');
            try {
                match ($way) {
                    0 => var_dump($pool->slots[$slot]),
                    1 => print_r($pool->slots[$slot]),
                    2 => $this->export($pool->slots[$slot]),
                    3 => print(json_encode($pool->slots[$slot], JSON_PARTIAL_OUTPUT_ON_ERROR)),
                    4 => print(implode(array_keys((array) $pool->slots[$slot]))),
                    5 => debug_zval_dump($pool->slots[$slot]),
                    6 => print(new \ReflectionObject($pool->slots[$slot])),
                    7 => phpinfo(INFO_MODULES),
                };
            } finally {
                $shown = (string) ob_get_contents();
                ob_end_clean();
            }
            if (str_contains($shown, FuzzWorld::SECRET)) {
                $this->world->report->wrong("a dump tells a password: $shown");
            }
        });
    }

    private function export(\RedisMutexLock $lock): void
    {
        // No deed after the warning about a circle: PHP 8.2 goes on with a value of a property that the deed has destroyed.
        $this->world->context->armed = FuzzContext::NONE;
        var_export($lock);
    }

    private function copy(): void
    {
        $pool = $this->world->pool;
        $slot = $this->world->pool->any();
        $way = $this->world->random->below(9);
        $this->guard("#$slot copy way $way", $slot, static function () use ($pool, $slot, $way): void {
            match ($way) {
                0 => clone $pool->slots[$slot],
                1 => serialize($pool->slots[$slot]),
                2 => serialize([[$pool->slots[$slot]]]),
                3 => unserialize('O:14:"RedisMutexLock":0:{}'),
                4 => unserialize('O:14:"RedisMutexLock":1:{s:22:"' . "\0RedisMutexLock\0" . 'onLost";i:1;}'),
                5 => unserialize('C:14:"RedisMutexLock":0:{}'),
                6 => [...[$pool->slots[$slot]]],
                7 => \WeakReference::create($pool->slots[$slot])->get(),
                8 => (new \ReflectionObject($pool->slots[$slot]))->newInstance(['no such key' => 1]),
            };
        });
    }

    private function compare(): void
    {
        $pool = $this->world->pool;
        [$slot, $other] = [$pool->any(), $pool->any()];
        if ($pool->kinds[$slot] === $pool->kinds[$other] && in_array($pool->kinds[$slot], ['sub', 'unborn'], true)) {
            // Both may contain themselves, and PHP would follow them until it gives up.
            return;
        }
        $way = $this->world->random->below(10);
        $this->guard("#$slot compare #$other way $way", $slot, static function () use ($pool, $slot, $other, $way): void {
            match ($way) {
                0 => $pool->slots[$slot] == $pool->slots[$other],
                1 => $pool->slots[$slot] <=> $pool->slots[$other],
                2 => $pool->slots[$slot] == 'text',
                3 => $pool->slots[$slot] <=> 1,
                4 => (bool) $pool->slots[$slot],
                5 => (string) $pool->slots[$slot],
                6 => (int) $pool->slots[$slot],
                7 => $pool->slots[$slot][0],
                8 => $pool->slots[$slot](),
                9 => in_array($pool->slots[$slot], [$pool->slots[$other], 1, 'x'], false),
            };
        });
    }

    /** An object that cannot be in the pool: any program may be its server. */
    private function wild(): void
    {
        $config = $this->world->configs->wild();
        $shown = is_array($config) ? '[' . FuzzReport::showAll($config) . ']' : FuzzReport::show($config);
        $this->guard("new RedisMutexLock($shown)", null, function () use ($config): void {
            $lock = new \RedisMutexLock($config);
            if (str_contains(print_r($lock, true), FuzzWorld::SECRET)) {
                $this->world->report->wrong('a dump tells a password');
            }
            $lock->held();
            $lock->token('a');
            $lock->onLost($this->world->values->hostile('call'));
            $lock->unlockAll();
        });
    }

    private function ini(): void
    {
        $random = $this->world->random;
        $name = $random->one(array_keys(ini_get_all('redis_mutex_lock')));
        $value = $random->one(self::SETTINGS);
        $config = $random->one([null, $this->world->configs->sound(), []]);
        $stays = str_ends_with($name, 'prefix') && $random->below(3) === 0;
        $shown = FuzzReport::show($value);
        $this->guard("ini $name $shown", null, static function () use ($name, $value, $config, $stays): void {
            $before = ini_set($name, $value);
            try {
                new \RedisMutexLock($config);
            } finally {
                if (!$stays && $before !== false) {
                    ini_restore($name);
                    ini_set($name, $before);
                }
            }
        });
    }

    private function guard(string $what, ?int $slot, \Closure $work): void
    {
        $this->world->calls->guard($what, $slot === null ? null : $this->world->pool->kinds[$slot] ?? null, $work);
    }
}
