<?php
/*
 * Processes in which one chosen allocation of PHP's memory fails as at the memory limit: with a fatal error in the code
 * that asked for memory. Compiles failing-allocations.c, which says what such a process may call. Each process is forked
 * from a worker that has loaded the extension and has not used it. This is as good as a new process, and much faster.
 * Used by the tests of what a fatal error leaves behind.
 */

declare(strict_types=1);

namespace Tests;

final class FailingAllocations
{
    /** How the last process has ended. */
    private const ENDED = 'ended: ';
    /** PHP's exit code after a fatal error. */
    private const FATAL = self::ENDED . 'code 255';
    private const WELL = self::ENDED . 'code 0';
    private const LOOP = <<<'PHP'
        while (($order = hear()) !== 'end') {
            $pid = pcntl_fork();
            if ($pid === 0) {
                // By default this signal ends the process: none hangs.
                pcntl_alarm(30);
                attempt(...unserialize(base64_decode($order)));
                exit(0);
            }
            pcntl_waitpid($pid, $status);
            say('ended: ' . (pcntl_wifexited($status) ? 'code ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status)));
        }
        PHP;

    private readonly Worker $worker;
    private string $stderr = '';
    /** @var list<string> the lines of the last process */
    public array $said = [];

    /** @param string $code the function attempt(int $n, …), in which the $n-th allocation fails */
    public function __construct(string $code)
    {
        $this->worker = Worker::run($code . "\n" . self::LOOP, ini: ['extension' => CLibrary::of('failing-allocations', '$(php-config --includes)')]);
    }

    /**
     * Runs attempt() with these arguments in a new process. True: an allocation failed, and the process ended with that
     * error. False: no allocation failed, and the process ended well. Any other end fails the test.
     */
    public function attempt(int $n, string ...$arguments): bool
    {
        $this->worker->tell(base64_encode(serialize([$n, ...$arguments])));
        $this->said = [];
        while (!str_starts_with($line = $this->worker->line(60), self::ENDED)) {
            $this->said[] = $line;
        }
        $words = substr($this->worker->stderr(), strlen($this->stderr));
        $this->stderr .= $words;
        $failed = $line === self::FATAL && str_contains($words, 'Fatal error: Allowed memory size exhausted by a test');
        if (!$failed && ($line !== self::WELL || $words !== '')) {
            throw new Failure("allocation $n of " . implode(', ', $arguments) . ": $line\n$words");
        }

        return $failed;
    }

    public function finish(): void
    {
        $this->worker->tell('end');
        $this->worker->wait();
    }
}
