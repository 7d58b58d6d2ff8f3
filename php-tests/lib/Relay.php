<?php
/*
 * A network in front of a Redis, which can be slow, lose everything, or be cut. It understands no byte, so it serves both
 * passes, and it is a program of C, because many clients behind it must not wait for it. Faults at one command are the work
 * of Proxy. Used by QuorumSet, and by the benchmark.
 */

declare(strict_types=1);

namespace Tests;

final class Relay
{
    public readonly int $port;
    private readonly Process $process;
    private readonly TempDir $dir;

    /**
     * @param int $server the port of the Redis on 127.0.0.1
     * @param list<string> $runner what stands in front of the command, such as taskset
     */
    public function __construct(int $server, array $runner = [])
    {
        $this->dir = new TempDir();
        for ($attempt = 1; ; $attempt++) {
            $port = Port::free();
            $log = $this->dir->file('stderr');
            $process = new Process([...$runner, CProgram::of('relay'), (string) $port, (string) $server], $log, talks: true);
            try {
                self::hear($process);
                break;
            } catch (Failure $failure) {
                // Another program may have taken the port in between.
                if ($attempt === 5) {
                    throw new Failure("{$failure->getMessage()}: {$this->dir->read('stderr')}");
                }
            }
        }
        [$this->port, $this->process] = [$port, $process];
    }

    /** From here on each byte comes so much later, in both directions. */
    public function delay(float $milliseconds): void
    {
        $this->order('delay ' . (int) ($milliseconds * 1_000));
    }

    /** All bytes of both directions are lost, and new connections hang. */
    public function blackhole(): void
    {
        $this->order('blackhole');
    }

    /** Closes all connections and refuses new ones. */
    public function cut(): void
    {
        $this->order('cut');
    }

    /** Works again. Connections that have lost bytes are closed. A delay stays. */
    public function heal(): void
    {
        $this->order('heal');
    }

    /** Ends it: connections end, and new ones are refused. */
    public function stop(): void
    {
        $this->process->end();
    }

    private function order(string $line): void
    {
        @fwrite($this->process->stdin, "$line\n");
        try {
            self::hear($this->process);
        } catch (Failure $failure) {
            throw new Failure("{$failure->getMessage()} '$line': {$this->dir->read('stderr')}");
        }
    }

    private static function hear(Process $process): void
    {
        $answer = Deadline::in(10)->readable($process->stdout) ? (string) fread($process->stdout, 16) : '';
        if ($answer !== "ok\n") {
            throw new Failure('the relay does not answer');
        }
    }
}
