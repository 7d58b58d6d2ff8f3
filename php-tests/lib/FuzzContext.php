<?php
/*
 * What may happen to the code that runs now. A call of a method of the class is armed: during it, the handler of a signal
 * may act. A deed of a hostile object is not armed, or it would never end. Code that changes this context restores it
 * afterwards: around a deed, around a call, around a switch of fibers. Used by FuzzCalls, FuzzDeeds, FuzzFibers and FuzzSignals.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzContext
{
    /** Nothing: the fuzzer itself runs. */
    public const NONE = 0;
    /** The handler does a deed. */
    public const DEED = 1;
    /** The handler throws: the running call may wait without end. */
    public const THROW = 2;

    /** What the handler of a signal may do now. */
    public int $armed = self::NONE;
    /** How many deeds are nested now. */
    public int $depth = 0;
    /** Whether fibers must not be switched: PHP forbids it here, or crashes by itself. */
    public bool $solid = false;
    /** Whether PHP code was interrupted between two instructions, so that nothing may be thrown. */
    public bool $interrupts = false;
    /** Whether a fiber is being dropped. PHP forgets an `exit` in it when that fiber has ended. */
    public bool $drops = false;
    /** The place of the object that is being called; see FuzzPool. */
    public ?int $slot = null;

    /**
     * Whether a method of the class has called this callback or handler. Otherwise it runs between two instructions of PHP
     * code. An exception or `exit` there makes PHP 8.2 free an argument that does not exist yet, if the next instruction
     * passes one.
     *
     * @param int $own how many functions of the fuzzer lie in between
     */
    public static function isInMethod(int $own): bool
    {
        $frames = array_slice(debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, $own + 4), $own + 1);
        // The extension calls this one. PHP does not call it while a method runs.
        if (($frames[0]['function'] ?? '') === 'pcntl_signal_dispatch') {
            array_shift($frames);
        }

        return ($frames[0]['class'] ?? '') === \RedisMutexLock::class;
    }

    /** @return array{int, int, bool, bool, bool, ?int} for back() */
    public function now(): array
    {
        return [$this->armed, $this->depth, $this->solid, $this->interrupts, $this->drops, $this->slot];
    }

    /** Nothing is around what comes next. */
    public function clear(bool $solid): void
    {
        $this->back([self::NONE, 0, $solid, false, false, null]);
    }

    /** @param array{int, int, bool, bool, bool, ?int} $then */
    public function back(array $then): void
    {
        [$this->armed, $this->depth, $this->solid, $this->interrupts, $this->drops, $this->slot] = $then;
    }
}
