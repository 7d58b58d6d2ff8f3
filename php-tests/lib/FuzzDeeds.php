<?php
/*
 * What hostile code does at a bad moment: in the conversion of an argument, a callback, a destructor, the handler of
 * a signal or of an error. Used by FuzzHostile, FuzzSub, FuzzSignals, FuzzErrors.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzDeeds
{
    private const DEEPEST = 3;
    private const ALL = [
        'nothing' => 200, 'use' => 150, 'destroy' => 50, 'construct' => 50, 'suspend' => 80, 'throw' => 80, 'collect' => 8,
        'signal' => 30, 'thing' => 60, 'warn' => 25, 'pause' => 20, 'fiber' => 20, 'retain' => 10, 'load' => 15,
        'fork' => 8, 'exit' => 2, 'fatal' => 2,
    ];
    private const CHILD = 17;
    /** Seconds that a forked child may take. */
    private const PATIENCE = 20;

    /** @var list<mixed> values that outlive their use */
    private array $retained = [];
    /** After a fatal error only shutdown functions and destructors run. */
    private bool $died = false;

    public function __construct(private readonly FuzzWorld $world)
    {
    }

    /**
     * @param bool $solid true where PHP cannot switch fibers
     * @param bool $interrupts see FuzzContext
     */
    public function happen(bool $solid = false, bool $interrupts = false): void
    {
        $context = $this->world->context;
        if ($context->depth >= self::DEEPEST) {
            return;
        }
        $then = $context->now();
        try {
            $context->armed = FuzzContext::NONE;
            $context->depth++;
            $context->solid = $context->solid || $solid;
            $context->interrupts = $context->interrupts || $interrupts;
            $deed = $this->world->random->weighted(self::ALL);
            if ($this->isFit($deed, $interrupts, $then[0])) {
                $this->$deed();
            }
        } finally {
            $context->back($then);
        }
    }

    public function forget(): void
    {
        $this->retained = [];
    }

    /** @param int $armed the value before this deed */
    private function isFit(string $deed, bool $interrupts, int $armed): bool
    {
        // A round of growth must go on, and a forked child must end as it has announced.
        $mayEnd = !$this->world->order->growth && !$this->world->report->isForked();

        return match ($deed) {
            // An uncaught exception would end the process.
            'throw' => !$interrupts && $armed !== FuzzContext::NONE,
            // The child of a fork ends with an exit.
            'exit', 'fork' => $mayEnd && !$this->world->context->interrupts && !$this->world->context->drops,
            'fatal' => $mayEnd,
            default => true,
        };
    }

    private function nothing(): void
    {
    }

    private function use(): void
    {
        $this->world->calls->any();
    }

    private function destroy(): void
    {
        $this->world->pool->renew($this->world->pool->any());
    }

    /** Calls the constructor of an object that is in use. */
    private function construct(): void
    {
        $configs = $this->world->configs;
        $config = $this->world->random->below(2) === 0 ? $configs->sound() : $configs->wild();
        $this->world->calls->constructor($this->world->pool->any(), $config);
    }

    private function suspend(): void
    {
        $this->world->fibers->suspend();
    }

    private function throw(): never
    {
        throw new FuzzThrow('of a deed');
    }

    private function collect(): void
    {
        gc_collect_cycles();
    }

    private function signal(): void
    {
        // The handler acts in the code that goes on after this deed.
        $this->world->signals->raise();
    }

    private function thing(): void
    {
        $this->world->things->any();
    }

    private function warn(): void
    {
        trigger_error('of a deed', E_USER_WARNING);
    }

    private function pause(): void
    {
        // Longer than the shortest leases.
        usleep(1_000 * $this->world->random->below(12));
    }

    private function fiber(): void
    {
        if (!$this->world->context->solid) {
            $this->world->fibers->run(fn () => $this->world->calls->any());
            $this->world->fibers->next();
        }
    }

    /** Looks at the arguments of the callers, in a trace. */
    private function retain(): void
    {
        $this->retained = [...array_slice($this->retained, -3), new FuzzThrow('kept'), $this->world->pool->slots[0] ?? null];
    }

    /** Makes the autoloader of FuzzPlay do a deed. */
    private function load(): void
    {
        class_exists('FuzzNoClass');
    }

    private function exit(): never
    {
        $code = $this->world->random->below(200);
        $this->world->report->code($code);
        exit($code);
    }

    /** A fatal error, in which PHP leaves all functions at once by a long jump. */
    private function fatal(): void
    {
        $this->world->report->code(255);
        $this->died = true;
        eval('class stdClass {}');
    }

    /** A forked child uses the objects that it has inherited, and ends here. */
    private function fork(): void
    {
        $pid = pcntl_fork();
        if ($pid === 0) {
            $this->world->report->forked();
            // In the child the fiber that forked is never suspended, because the child would go on outside it and not end here.
            $this->world->context->solid = $this->world->context->solid || \Fiber::getCurrent() !== null;
            for ($left = 3; $left > 0; $left--) {
                try {
                    $this->world->calls->any();
                } catch (FuzzThrow) {
                }
            }
            exit(self::CHILD);
        }
        for ($end = Deadline::in(self::PATIENCE); pcntl_waitpid($pid, $status, WNOHANG) === 0; usleep(300)) {
            if ($end->passed()) {
                $this->world->report->wrong('a forked child does not end');
                posix_kill($pid, SIGKILL);
                pcntl_waitpid($pid, $status);

                return;
            }
        }
        // After a fatal error in the callback of an output buffer PHP refuses each new buffer with a fatal error, in the child too.
        $codes = $this->died ? [self::CHILD, 255] : [self::CHILD];
        if (!pcntl_wifexited($status) || !in_array(pcntl_wexitstatus($status), $codes, true)) {
            $this->world->report->wrong('a forked child ended with status ' . $status);
        }
    }
}
