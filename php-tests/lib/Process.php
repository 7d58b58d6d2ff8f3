<?php
/*
 * One child process. Signals and waits use its own id. It ends when its parent ends, however that happens. Used by
 * RedisServer, Worker, Proxy, Fpm and Command.
 */

declare(strict_types=1);

namespace Tests;

final class Process
{
    /** How long the kernel may take to stop or end a process, in seconds. On a busy machine that is more than ten. */
    private const KERNEL = 60.0;

    public readonly int $pid;
    /** @var resource|null the child's stdin */
    public $stdin = null;
    /** @var resource|null the child's stdout, not blocking */
    public $stdout = null;

    /** @var resource */
    private $handle;
    private readonly int $owner;
    private ?int $exitCode = null;

    /**
     * @param list<string> $command
     * @param string $log file for stderr, and for stdout too unless the child talks
     * @param array<string, string|null> $env added to our environment; null removes a variable
     * @param bool $talks whether stdin and stdout are pipes
     * @param string $orphaned the signal that the kernel sends to the child when we end
     */
    public function __construct(
        array $command,
        string $log,
        array $env = [],
        bool $talks = false,
        private readonly string $orphaned = 'KILL',
    ) {
        $files = $talks
            ? [['pipe', 'r'], ['pipe', 'w'], ['file', $log, 'a']]
            : [['file', '/dev/null', 'r'], ['file', $log, 'a'], ['redirect', 1]];
        $handle = proc_open(
            ['setpriv', '--pdeathsig', $orphaned, ...$command],
            $files,
            $pipes,
            null,
            array_filter($env + getenv(), static fn (?string $value): bool => $value !== null),
        );
        if ($handle === false) {
            throw new Failure('cannot start ' . implode(' ', $command));
        }
        $this->handle = $handle;
        $this->owner = getmypid();
        // It may have ended already.
        $this->pid = $this->look()['pid'];
        if ($talks) {
            [$this->stdin, $this->stdout] = $pipes;
            stream_set_blocking($this->stdout, false);
        }
        Cleanup::register($this, 'end');
    }

    /** After SIGSTOP this returns when the process has stopped: on a busy machine it runs on for a moment. */
    public function signal(int $signal): void
    {
        if ($this->running()) {
            proc_terminate($this->handle, $signal);
            $end = Deadline::in(self::KERNEL);
            while ($signal === SIGSTOP && !$this->standsStill()) {
                if ($end->passed()) {
                    throw new Failure("process $this->pid goes on after SIGSTOP");
                }
                usleep(500);
            }
        }
    }

    /** Whether all threads of the process have stopped, by SIGSTOP or because it has ended. */
    public function standsStill(): bool
    {
        foreach (glob("/proc/$this->pid/task/*/stat") as $thread) {
            // The state stands behind the program's name in brackets. T: stopped. Z and X: ended.
            $stat = (string) @file_get_contents($thread);
            if (preg_match('/.*\) ([A-Za-z])/s', $stat, $state) === 1 && !in_array($state[1], ['T', 't', 'Z', 'X'], true)) {
                return false;
            }
        }

        return true;
    }

    public function running(): bool
    {
        if ($this->exitCode === null) {
            $this->look();
        }

        return $this->exitCode === null;
    }

    /** @return array<string, mixed> the state of the child. PHP tells the exit code only once, so it is kept. */
    private function look(): array
    {
        $status = proc_get_status($this->handle);
        if (!$status['running']) {
            // A signal counts as 128 + its number, as in shells.
            $this->exitCode = $status['signaled'] ? 128 + $status['termsig'] : $status['exitcode'];
        }

        return $status;
    }

    /** The exit code, or 128 + the number of the signal that ended it. Null: still running after $seconds. */
    public function wait(float $seconds): ?int
    {
        $end = Deadline::in($seconds);
        while ($this->running() && !$end->passed()) {
            usleep(1000);
        }

        return $this->exitCode;
    }

    /** Ends the process now with SIGKILL, which works on a stopped process too. */
    public function kill(): void
    {
        $this->signal(SIGKILL);
        if ($this->wait(self::KERNEL) === null) {
            throw new Failure("process $this->pid survived SIGKILL");
        }
    }

    /** Asks the process to end with $signal. Kills it after $seconds. */
    public function stop(int $signal = SIGTERM, float $seconds = 10): ?int
    {
        $this->signal($signal);
        $this->signal(SIGCONT);
        $code = $this->wait($seconds);
        if ($code === null) {
            $this->kill();
        }

        return $code;
    }

    /** Called when no variable holds this object, and at the end of the test. */
    public function end(): void
    {
        if ($this->running()) {
            // A process with another signal than KILL has children, which it must end itself.
            $this->orphaned === 'KILL' ? $this->kill() : $this->stop(constant("SIG$this->orphaned"), 3);
        }
    }

    public function __destruct()
    {
        // A forked child has a copy of this object, but the process belongs to its parent.
        if ($this->owner === getmypid()) {
            $this->end();
        }
    }
}
