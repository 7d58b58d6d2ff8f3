<?php
/*
 * A PHP process of a test: a script with the extension. The test and the script send each other lines over stdin and
 * stdout, so that they meet at a line and not after a sleep. The script has say(string) and hear(): string, see
 * worker-process.php. Used by the phpt files.
 */

declare(strict_types=1);

namespace Tests;

final class Worker
{
    public readonly int $pid;
    private readonly Process $process;
    private readonly TempDir $dir;
    private string $unread = '';
    /** Everything that the process has printed so far. */
    private string $printed = '';

    /**
     * Starts $code, PHP source with or without the opening tag.
     *
     * @param list<string|int|float> $args the script's $argv[1], $argv[2], …
     * @param array<string, string|null> $env
     * @param array<string, string|int|float|bool> $ini
     * @param list<string> $modules
     */
    public static function run(
        string $code,
        array $args = [],
        array $env = [],
        array $ini = [],
        array $modules = [],
        bool $extension = true,
    ): self {
        return new self($code, $args, $env, $ini, $modules, $extension);
    }

    private function __construct(string $code, array $args, array $env, array $ini, array $modules, bool $extension)
    {
        $this->dir = new TempDir();
        $script = $this->dir->file('worker.php');
        file_put_contents($script, str_starts_with(ltrim($code), '<?php') ? ltrim($code) : "<?php\n$code");
        // stdout is for the lines. By default PHP prints its errors there too.
        $ini += [
            'auto_prepend_file' => __DIR__ . '/worker-process.php',
            'display_errors' => 'stderr',
            'error_reporting' => E_ALL,
            'log_errors' => false,
        ];
        $command = [PHP_BINARY, ...Extension::arguments($ini, $modules, $extension), $script];
        $command = [...$command, ...array_map(strval(...), $args)];
        $this->process = new Process($command, $this->dir->file('stderr'), $env, talks: true);
        $this->pid = $this->process->pid;
    }

    /** The next line must be exactly this one. */
    public function expect(string $line, float $seconds = 10): void
    {
        $got = $this->line($seconds);
        if ($got !== $line) {
            $this->fail("expected the line '$line', got '$got'");
        }
    }

    /** The next line, without its newline. */
    public function line(float $seconds = 10): string
    {
        $end = Deadline::in($seconds);
        while (($newline = strpos($this->unread, "\n")) === false) {
            if (!$this->read($end)) {
                $this->fail($end->passed() ? "no line within $seconds s" : 'it ended without a further line');
            }
        }
        $line = substr($this->unread, 0, $newline);
        $this->unread = substr($this->unread, $newline + 1);

        return $line;
    }

    /** Whether a line has come already. Does not wait. */
    public function spoke(): bool
    {
        $this->read(Deadline::in(0));

        return str_contains($this->unread, "\n");
    }

    /** Sends a line. hear() returns it in the worker. */
    public function tell(string $line): void
    {
        if (@fwrite($this->process->stdin, "$line\n") === false) {
            $this->fail("cannot tell it '$line'");
        }
    }

    public function signal(int $signal): void
    {
        $this->process->signal($signal);
    }

    /** SIGKILL: no more code of PHP or of the extension runs. */
    public function kill(): void
    {
        $this->process->kill();
    }

    public function running(): bool
    {
        return $this->process->running();
    }

    /** The exit code, or 128 + the number of the signal that ended the process. */
    public function wait(float $seconds = 10): int
    {
        return $this->process->wait($seconds) ?? $this->fail("still running after $seconds s");
    }

    /** The process must end with code 0 and an empty stderr. Returns its output that no test has read yet. */
    public function finish(float $seconds = 10): string
    {
        $code = $this->wait($seconds);
        $output = $this->rest();
        if ($code !== 0 || $this->stderr() !== '') {
            $this->fail("it ended with code $code");
        }

        return $output;
    }

    /** The output of a process that has ended, as far as no test has read it yet. */
    public function rest(): string
    {
        while ($this->read(Deadline::in(0))) {
        }

        return $this->unread;
    }

    public function stderr(): string
    {
        return $this->dir->read('stderr');
    }

    /** Reads what has come, or waits for more until $end. False: the output or the time is over. */
    private function read(Deadline $end): bool
    {
        if (!$end->readable($this->process->stdout)) {
            return false;
        }
        $bytes = (string) fread($this->process->stdout, 65536);
        $this->unread .= $bytes;
        $this->printed .= $bytes;

        return $bytes !== '';
    }

    private function fail(string $what): never
    {
        throw new Failure("worker $this->pid: $what\n--- its stdout:\n$this->printed\n--- its stderr:\n{$this->stderr()}\n---");
    }
}
