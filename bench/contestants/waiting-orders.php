<?php

declare(strict_types=1);

function say(int|float|string ...$words): void
{
    fwrite(STDOUT, implode(' ', $words) . "\n");
}

function await_line(): void
{
    fgets(STDIN) === false && exit(1); // the parent has ended
}

/** @param mixed $answer the result of a lock or an unlock */
function expect_done(mixed $answer): void
{
    if ($answer === false) {
        throw new RuntimeException('The lock was not acquired, or was lost.');
    }
}

function greet(Closure $lock, Closure $unlock, string $name): void
{
    expect_done($lock($name));
    expect_done($unlock($name));
    say('greeted');
}

function hold(Closure $lock, Closure $unlock, string $name, int $section): void
{
    expect_done($lock($name));
    say('held');
    await_line();
    say(...section($unlock, $name, hrtime(true), $section));
}

function wait(Closure $lock, Closure $unlock, string $name, int $section): void
{
    say('calling');
    $answer = $lock($name);
    $locked = hrtime(true);
    expect_done($answer);
    say(...section($unlock, $name, $locked, $section));
}

/**
 * The holder sleeps in its section, so that the waiters and Redis have both processors.
 *
 * @return array{int, int} when the section began, and when unlock was called
 */
function section(Closure $unlock, string $name, int $began, int $section): array
{
    usleep($section);
    $unlocking = hrtime(true);
    expect_done($unlock($name));

    return [$began, $unlocking];
}

/** Prints the seconds it took, the longest wait in seconds, and when each turn began. */
function repeat(Closure $lock, Closure $unlock, string $name, int $section, float $seconds): void
{
    say('ready');
    await_line();
    $longest = 0;
    $began = [];
    $start = hrtime(true);
    $end = $start + (int) ($seconds * 1e9);
    do {
        $called = hrtime(true);
        expect_done($lock($name));
        $began[] = $locked = hrtime(true);
        section($unlock, $name, $locked, $section);
        $longest = max($longest, $locked - $called);
    } while (hrtime(true) < $end);
    say((hrtime(true) - $start) / 1e9, $longest / 1e9, ...$began);
}

/**
 * Takes turns until the end, and goes on with a turn that it waits for. It prints of each turn when it called lock(), had the lock and
 * called unlock(), and the names. A call that timed out has 0 for both.
 *
 * @param Closure(): string $names of the next turn
 * @param array{int, int} $section its fewest and most microseconds
 */
function take_turns_with_pauses(Closure $lock, Closure $unlock, Closure $names, array $section, int $pause, float $seconds): void
{
    say('ready');
    await_line();
    $turns = [];
    $end = hrtime(true) + (int) ($seconds * 1e9);
    while (($called = hrtime(true)) < $end) {
        $wanted = $names();
        $isLocked = $lock($wanted) !== false;
        $locked = hrtime(true);
        $turn = $isLocked ? section($unlock, $wanted, $locked, random_int(...$section)) : [0, 0];
        $turns[] = implode('/', [$called, ...$turn, $wanted]);
        usleep($pause);
    }
    say(...$turns);
}

/** Returns what draws so many names of so many for a turn, with commas between. */
function names_drawn(string $name, int $count, int $of): Closure
{
    return static fn (): string => implode(',', array_map(static fn (int $at) => "$name:$at", (array) array_rand(range(1, $of), $count)));
}

/** Prints how long each of some PINGs takes on a plain blocking socket, after the pause of a section, in nanoseconds. */
function ping(int $port, int $section, int $count): void
{
    static $socket = null;
    $socket ??= stream_socket_client("tcp://127.0.0.1:$port");
    $took = [];
    for ($i = 0; $i < $count; $i++) {
        usleep($section);
        $start = hrtime(true);
        fwrite($socket, "PING\r\n");
        fgets($socket);
        $took[] = hrtime(true) - $start;
    }
    say(...$took);
}
