<?php
/*
 * A PHP script with the extension under valgrind. It talks to the test over stdin and stdout. Used by the tests whose names
 * begin with valgrind.
 */

declare(strict_types=1);

namespace Tests;

final class Valgrind
{
    /** The script's exit code if valgrind has found an error in it. */
    private const FOUND = 99;

    private readonly TempDir $dir;
    private readonly Process $process;
    private string $output = '';

    /**
     * @param string $code PHP source with the opening tag
     * @param list<string> $args the script's $argv[1], $argv[2], …
     */
    public function __construct(string $code, array $args)
    {
        $this->dir = new TempDir();
        file_put_contents($this->dir->file('script.php'), $code);
        $valgrind = [
            'valgrind', '--quiet', '--fair-sched=yes', '--error-exitcode=' . self::FOUND,
            '--leak-check=full', '--show-leak-kinds=definite', '--errors-for-leak-kinds=definite',
        ];
        // Valgrind makes everything slow.
        $ini = ['redis_mutex_lock.command_timeout' => 60];
        $this->process = new Process(
            [...$valgrind, PHP_BINARY, ...Extension::arguments($ini), $this->dir->file('script.php'), ...$args],
            $this->dir->file('stderr'),
            // Without these variables PHP's heap hides its blocks, and the library is unloaded before valgrind reports its
            // leaks.
            ['USE_ZEND_ALLOC' => '0', 'ZEND_DONT_UNLOAD_MODULES' => '1'],
            talks: true,
        );
    }

    /** Waits for a line of the script. Valgrind must have found nothing until then. */
    public function expect(string $line, float $seconds = 120): void
    {
        Check::eventually(function () use ($line): bool {
            $this->output .= fread($this->process->stdout, 100);

            return str_contains($this->output, "$line\n") || !$this->process->running();
        }, $seconds, "the line '$line'");
        Check::same('', $this->dir->read('stderr'), 'what valgrind says before');
        if (!$this->process->running()) {
            throw new Failure("the script has ended with code {$this->process->wait(0)}:\n$this->output");
        }
    }

    /** Lets the script go on, which waits for a line. */
    public function goOn(): void
    {
        fwrite($this->process->stdin, "\n");
    }

    /** The script must end with code 0 and this output. Valgrind must have found nothing. */
    public function finish(string $output, float $seconds = 60): void
    {
        $code = $this->process->wait($seconds);
        $this->output .= stream_get_contents($this->process->stdout);
        Check::same('', $this->dir->read('stderr'), 'what valgrind says');
        Check::same([0, $output], [$code, $this->output], 'how it ends');
    }
}
