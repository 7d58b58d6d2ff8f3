<?php
/*
 * Calls the methods of the class and judges each call. Reflection tells the methods and their parameters, so a new
 * method is called as soon as it exists. Used by FuzzPlay and by deeds.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzCalls
{
    /** These methods are called more often than the others, by this factor: everything else depends on them. */
    private const OFTEN = [
        'lock' => 6, 'unlock' => 4, 'synchronized' => 4, 'adopt' => 2, 'expire' => 2, 'detach' => 2, 'onLost' => 2,
    ];

    /** @var array<string, \ReflectionMethod> */
    private array $methods = [];
    /** @var list<string> each method as many times as its weight */
    private array $choice = [];

    public function __construct(private readonly FuzzWorld $world)
    {
        foreach ((new \ReflectionClass(\RedisMutexLock::class))->getMethods(\ReflectionMethod::IS_PUBLIC) as $method) {
            $this->methods[$method->getName()] = $method;
            array_push($this->choice, ...array_fill(0, self::OFTEN[$method->getName()] ?? 1, $method->getName()));
        }
    }

    /** A call of any method, with any arguments, on any road. */
    public function any(): void
    {
        $random = $this->world->random;
        $slot = $this->world->pool->any();
        $method = $this->methods[$random->one($this->choice)];
        $arguments = $this->world->arguments->of($method, $slot);
        $road = $this->world->roads->any();
        if ($random->permille(60) && !$this->world->context->solid) {
            $this->world->fibers->run(fn () => $this->make($slot, $method, $arguments, $road, ' in a fiber'));
        } else {
            $this->make($slot, $method, $arguments, $road);
        }
    }

    /** Calls the constructor of an object that may be in use. */
    public function constructor(int $slot, mixed $config): void
    {
        $this->make($slot, $this->methods['__construct'], [$config], 'weak');
    }

    /** A few calls of an object that is in no slot: a dying one. */
    public function own(\RedisMutexLock $lock): void
    {
        $random = $this->world->random;
        $name = $this->world->names->any($random, 'lock');
        $this->guard('(in its own destructor)', 'sub', static function () use ($lock, $name, $random): void {
            $random->below(2) === 0 ? $lock->lock($name, 0, 5) : $lock->unlock($name);
            $lock->held();
        });
    }

    /** Runs other code that may reach the extension. What it throws is judged as for a call. */
    public function guard(string $what, ?string $kind, \Closure $work): void
    {
        $context = $this->world->context;
        $this->world->report->call($what);
        $then = $context->now();
        try {
            $context->armed = FuzzContext::DEED;
            $work();
        } catch (\Throwable $thrown) {
            $context->back($then);
            $this->world->rules->thrown($what, $kind, $thrown);
        } finally {
            $context->back($then);
        }
    }

    /** @param array<array-key, mixed> $arguments */
    private function make(int $slot, \ReflectionMethod $method, array $arguments, string $road, string $where = ''): void
    {
        $context = $this->world->context;
        $name = $method->getName();
        $kind = $this->world->pool->kinds[$slot];
        $isLong = $this->world->arguments->isLong($method, $arguments);
        $shown = FuzzReport::showAll($arguments);
        $this->world->report->call("$kind#$slot->$name($shown) $road$where" . ($isLong ? ' long' : ''));
        $born = $name === '__construct' ? \WeakReference::create($this->world->pool->slots[$slot]) : null;
        $then = $context->now();
        try {
            $context->slot = $slot;
            $context->armed = $isLong ? FuzzContext::THROW : FuzzContext::DEED;
            $result = $this->world->roads->go($road, $slot, $name, $arguments);
            $context->back($then);
            $this->world->rules->returned($method, $arguments, $result);
            $this->world->rules->born($born?->get());
        } catch (\Throwable $thrown) {
            $context->back($then);
            // A signal may have put another object into the slot before the call has begun.
            $called = FuzzPool::isTroubled($kind) ? $kind : $this->world->pool->kinds[$slot];
            $this->world->rules->thrown($name, $called, $thrown);
            $thrown instanceof \RedisMutexLockLostException && $this->world->rules->gave($name, $arguments, $thrown->result);
        } finally {
            $context->back($then);
        }
    }
}
