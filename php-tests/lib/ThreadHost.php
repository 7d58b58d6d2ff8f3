<?php
/*
 * Runs requests of PHP in several threads of one process: thread-host.c, linked with the libphp of this PHP. Used by the
 * tests in php-tests/threads.
 */

declare(strict_types=1);

namespace Tests;

final class ThreadHost
{
    private readonly TempDir $dir;
    public readonly RedisServer $server;

    public function __construct()
    {
        $this->dir = new TempDir();
        $this->server = RedisServer::start();
        $config = static fn (string $option): string => trim((string) shell_exec("php-config $option"));
        $library = $config('--prefix') . '/lib';
        if (!PHP_ZTS || !is_file("$library/libphp.so")) {
            throw new Failure('these tests need a PHP with threads and libphp: run tools/elsewhere threads');
        }
        $command = 'cc -O1 -Wall -o %s %s ' . $config('--includes') . ' -L%3$s -Wl,-rpath,%3$s -lphp -lpthread 2>&1';
        exec(sprintf($command, $this->program(), __DIR__ . '/thread-host.c', $library), $words, $code);
        if ($code !== 0) {
            throw new Failure("cannot compile thread-host.c:\n" . implode("\n", $words));
        }
    }

    /**
     * Runs the code as that many requests in each of the threads, and returns the lines that they print, each with its
     * number. The code has `$url`, `$thread`, `$request` and the values that are given.
     *
     * @param array<string, mixed> $values
     * @return array<string, int>
     */
    public function run(int $threads, int $requests, string $code, array $values = []): array
    {
        $script = $this->dir->file('script.php');
        $values = var_export(['url' => $this->server->url()] + $values, true);
        file_put_contents($script, '<?php require ' . var_export(__DIR__ . '/phpt.php', true) . ";\n"
            . "extract($values); [\$thread, \$request] = [thread_number(), request_number()];\n$code");
        $output = $this->dir->file('output');
        @unlink($output);
        $command = 'exec "$@" 2>"$0"';
        $errors = $this->dir->file('errors');
        $process = new Process(
            ['sh', '-c', $command, $errors, $this->program(), Extension::path(), (string) $threads, (string) $requests, $script],
            $output,
        );
        $ended = $process->wait(120);
        $printed = (string) file_get_contents($output);
        $complaints = (string) file_get_contents($errors);
        Check::same(0, $ended, "exit code of the process with threads, which printed:\n$printed$complaints");
        // A check in a thread has failed, or a debug build reports memory that nobody has freed.
        Check::same(0, preg_match('/Failure|Freeing 0x|memory leaks|Assertion/', $complaints), $complaints);
        Check::same([], $this->server->client()->call('KEYS', 'lock:*'), 'keys after the end');
        $lines = array_count_values(preg_split('/\n/', $printed, flags: PREG_SPLIT_NO_EMPTY));
        ksort($lines);

        return $lines;
    }

    /**
     * The lines of so many threads that have each said so a number of times.
     *
     * @return array<string, int>
     */
    public static function each(int $threads, int $times, string $said = 'done'): array
    {
        return array_fill_keys(array_map(static fn (int $thread): string => "$thread $said", range(0, $threads - 1)), $times);
    }

    private function program(): string
    {
        return $this->dir->file('thread-host');
    }
}
