<?php
/*
 * One round, in a process of its own with the extension: random operations from a seed, until all are done, the time is
 * over, or a deed ends the process. A round of growth repeats the same operations and measures what they leave behind. Used by fuzz.php.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzPlay
{
    private const OPERATIONS = [
        'call' => 800, 'thing' => 60, 'truth' => 40, 'renew' => 35, 'fiber' => 25, 'trouble' => 15, 'drop' => 10,
        'birth' => 6, 'collect' => 4, 'later' => 3, 'pause' => 3,
    ];

    private readonly FuzzWorld $world;
    private readonly FuzzTruth $truth;
    private readonly ?RedisServer $own;

    public function __construct(private readonly FuzzOrder $order)
    {
        $this->own = $order->url === null ? RedisServer::start() : null;
        $url = $order->url ?? $this->own->url();
        $this->world = new FuzzWorld($order, $url, $order->socket ?? $this->own->socket);
        $this->truth = new FuzzTruth($this->world);
    }

    /** The exit status. A deed may exit with another one. */
    public function run(): int
    {
        // Load all classes now, and not during a call.
        foreach (glob(__DIR__ . '/Fuzz*.php') as $file) {
            class_exists(__NAMESPACE__ . '\\' . basename($file, '.php'));
        }
        (new FuzzNeighbour($this->world))->begin();
        $this->world->signals->begin();
        (new FuzzErrors($this->world))->begin();
        spl_autoload_register(function (string $class): void {
            if ($class === 'FuzzNoClass') {
                $this->world->deeds->happen(solid: true);
            }
        });
        register_shutdown_function($this->atTheEnd(...));
        $this->world->pool->fill();
        if ($this->order->growth) {
            (new FuzzGrowth($this->world, $this->lap(...)))->run($this->order->until);
        } else {
            $this->lap($this->order->count);
            $this->end();
        }

        return 0;
    }

    private function lap(int $count): void
    {
        for ($number = 0; $number < $count && !$this->isOver(); $number++) {
            // The same choices in every lap: signals in the lap before change nothing.
            $this->world->random->seed("{$this->order->round} $number");
            $operation = $this->world->random->weighted(self::OPERATIONS);
            try {
                $this->$operation();
            } catch (FuzzThrow) {
                // A handler threw it, a moment after the call for which the signal was sent.
                $this->world->context->clear(solid: false);
            }
        }
    }

    private function isOver(): bool
    {
        return $this->order->until !== null && hrtime(true) > $this->order->until;
    }

    /** Ends the script in a random way. */
    private function end(): void
    {
        switch ($this->world->random->below(20)) {
            case 0:
                $this->world->report->code(255);
                throw new FuzzThrow('at the end');
            case 1:
                $this->world->report->code(9);
                exit(9);
            case 2:
                $this->world->pool->drop();
        }
    }

    /** Locks are held still: they may be used, and new ones taken. */
    private function atTheEnd(): void
    {
        $this->world->context->clear(solid: true);
        for ($left = 5; $left > 0; $left--) {
            $this->world->calls->any();
        }
    }

    private function call(): void
    {
        $this->world->calls->any();
    }

    private function thing(): void
    {
        $this->world->things->any();
    }

    private function renew(): void
    {
        $this->world->calls->guard('(another object)', 'ini', fn () => $this->world->pool->renew($this->world->pool->any()));
    }

    /** A constructor whose argument does a deed, which may call the same constructor. */
    private function birth(): void
    {
        $slot = $this->world->pool->any();
        $this->world->calls->guard('(an unborn object)', null, fn () => $this->world->pool->renew($slot, 'unborn'));
        $config = new FuzzHostile($this->world, 'text', $this->world->server->url . '?lock_prefix=' . $this->world->prefix);
        $this->world->calls->constructor($slot, $config);
    }

    private function truth(): void
    {
        $this->truth->check();
    }

    private function fiber(): void
    {
        $this->world->fibers->next();
    }

    private function trouble(): void
    {
        $this->world->server->trouble();
    }

    /** An object whose destructor does a deed. */
    private function drop(): void
    {
        $this->world->calls->guard('(a destructor)', null, function (): void {
            $this->world->values->hostile('end');
        });
    }

    private function collect(): void
    {
        gc_collect_cycles();
    }

    /** Sleeps: leases are renewed or run out. */
    private function pause(): void
    {
        usleep(7_000);
    }

    /** A call in a shutdown function. */
    private function later(): void
    {
        static $left = 4;
        if ($left-- > 0) {
            register_shutdown_function(fn () => $this->world->calls->any());
        }
    }
}
