<?php
/*
 * What may happen to the code that runs now. A call of a method of the class is armed: the handler of a signal may do
 * something in it. A deed of a hostile object is not armed, or it would never end. The code that changes this puts it
 * back: around a deed, around a call, around a switch of fibers. Used by FuzzCalls, FuzzDeeds, FuzzFibers and FuzzSignals.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzContext
{
    /** Nothing: what runs is the fuzzer. */
    public const NONE = 0;
    /** A deed. */
    public const DEED = 1;
    /** An exception: what runs may wait without end. */
    public const THROW = 2;

    /** What the handler of a signal may do now. */
    public int $armed = self::NONE;
    /** How many deeds are in each other. */
    public int $depth = 0;
    /** Whether fibers must not be switched: here PHP forbids it, or breaks by itself. */
    public bool $solid = false;
    /** Whether PHP code was interrupted between two instructions, and must go on with the next. */
    public bool $interrupts = false;
    /** The place of the object that is being called; see FuzzPool. */
    public ?int $slot = null;

    /**
     * Whether a callback or handler was called out of a method of the class, and not between two instructions of PHP
     * code: an exception that is thrown there makes PHP 8.2 free an argument that is not there yet, if the next
     * instruction is to pass one. So does `exit`.
     *
     * @param int $own how many functions lie in between
     */
    public static function isInMethod(int $own): bool
    {
        $frames = array_slice(debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, $own + 4), $own + 1);
        // This one the extension calls, as PHP does not while a method runs.
        if (($frames[0]['function'] ?? '') === 'pcntl_signal_dispatch') {
            array_shift($frames);
        }

        return ($frames[0]['class'] ?? '') === \RedisMutexLock::class;
    }

    /** @return array{int, int, bool, bool, ?int} for back() */
    public function now(): array
    {
        return [$this->armed, $this->depth, $this->solid, $this->interrupts, $this->slot];
    }

    /** @param array{int, int, bool, bool, ?int} $then */
    public function back(array $then): void
    {
        [$this->armed, $this->depth, $this->solid, $this->interrupts, $this->slot] = $then;
    }
}
