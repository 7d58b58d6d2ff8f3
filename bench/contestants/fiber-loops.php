<?php

declare(strict_types=1);

use RedisMutexLock\EventLoop\RevoltWait;
use RedisMutexLock\Swoole\SwooleWait;
use Revolt\EventLoop;
use Swoole\Coroutine;
use Swoole\Event;
use Tests\FiberLoop;
use Tests\Revolt;
use Tests\Swoole;

/**
 * The ways in which work can wait that is done several times at once, with the callable of onWait() that belongs to them.
 * `blocking` is the process itself, which can do the work only once.
 *
 * @return array{Closure(Closure(): void, int): void, Closure(float): void} does the work so many times at once; and sleeps so many
 *     seconds within it
 */
function fiber_loop(string $loop): array
{
    return match ($loop) {
        'blocking' => [static fn (Closure $work, int $count) => $work(), static fn (float $seconds) => usleep((int) ($seconds * 1e6))],
        'plain' => plain_loop(),
        'revolt' => revolt_loop(),
        'swoole' => swoole_loop(),
    };
}

function plain_loop(): array
{
    $loop = new FiberLoop(measures: false);
    RedisMutexLock::onWait($loop->wait(...));

    return [at_once($loop->start(...), static fn () => $loop->run(600)), $loop->sleep(...)];
}

/** The real Revolt. The environment says where its sources are. */
function revolt_loop(): array
{
    Revolt::load();
    RevoltWait::install();

    return [at_once(EventLoop::queue(...), EventLoop::run(...)), static fn (float $seconds) => RevoltWait::wait(null, $seconds, false)];
}

/** The real Swoole, which the command of this process has loaded. */
function swoole_loop(): array
{
    Swoole::load();
    SwooleWait::install();

    return [at_once(Coroutine::create(...), Event::wait(...)), Coroutine::sleep(...)];
}

/** Returns what does some work so many times at once: it begins each of them, and runs the loop to their ends. */
function at_once(Closure $begin, Closure $run): Closure
{
    return static function (Closure $work, int $count) use ($begin, $run): void {
        for ($i = 0; $i < $count; $i++) {
            $begin($work);
        }
        $run();
    };
}
