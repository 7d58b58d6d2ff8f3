<?php
/*
 * One child process with a bounded life: signalled and waited for by its own id, and gone when its
 * parent is gone, however that one ended. Used by RedisServer, Worker, Proxy and Fpm.
 */

declare(strict_types=1);

namespace Tests;

final class Process
{
    public readonly int $pid;
    /** @var resource|null what the child reads */
    public $stdin = null;
    /** @var resource|null what the child writes, not blocking */
    public $stdout = null;

    /** @var resource */
    private $handle;
    private readonly int $owner;
    private ?int $exitCode = null;

    /**
     * @param list<string> $command
     * @param string $log file that receives stderr, and stdout too unless the child talks
     * @param array<string, string|null> $env added to our environment; null takes a variable out
     * @param bool $talks whether stdin and stdout are pipes
     * @param string $orphaned the signal that the kernel sends the child when we are gone
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
        $this->pid = proc_get_status($handle)['pid'];
        if ($talks) {
            [$this->stdin, $this->stdout] = $pipes;
            stream_set_blocking($this->stdout, false);
        }
        Cleanup::register($this, 'end');
    }

    public function signal(int $signal): void
    {
        if ($this->running()) {
            proc_terminate($this->handle, $signal);
        }
    }

    public function running(): bool
    {
        if ($this->exitCode === null) {
            $status = proc_get_status($this->handle);
            if (!$status['running']) {
                // PHP tells the code once only. A signal's number is told as shells do.
                $this->exitCode = $status['signaled'] ? 128 + $status['termsig'] : $status['exitcode'];
            }
        }

        return $this->exitCode === null;
    }

    /** The exit code, 128 + the number of the signal that ended it, or null when it is still running then. */
    public function wait(float $seconds): ?int
    {
        $end = Deadline::in($seconds);
        while ($this->running() && !$end->passed()) {
            usleep(1000);
        }

        return $this->exitCode;
    }

    /** Ends it now: SIGKILL, which works on a stopped process too. */
    public function kill(): void
    {
        $this->signal(SIGKILL);
        if ($this->wait(10) === null) {
            throw new Failure("process $this->pid survived SIGKILL");
        }
    }

    /** Asks it to end with $signal and insists after $seconds. */
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

    /** Called when nobody uses it any more, and at the end of the test. */
    public function end(): void
    {
        if ($this->running()) {
            // A master that may not be killed outright has children of its own to take with it.
            $this->orphaned === 'KILL' ? $this->kill() : $this->stop(constant("SIG$this->orphaned"), 3);
        }
    }

    public function __destruct()
    {
        // A forked child ends with a copy of this object; the process is its parent's child.
        if ($this->owner === getmypid()) {
            $this->end();
        }
    }
}
