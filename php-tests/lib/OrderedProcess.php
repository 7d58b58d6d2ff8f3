<?php
/*
 * A process of a tool that obeys orders: it gets a line over stdin and answers with a line over stdout. It ends with its
 * parent. Used by Proxy and BlindProxy, and by the programs that they start.
 */

declare(strict_types=1);

namespace Tests;

final class OrderedProcess
{
    public readonly Process $process;
    private readonly TempDir $dir;

    /** @param list<string> $words arguments of the program, a file of this folder */
    public function __construct(private readonly string $program, array $words)
    {
        $this->dir = new TempDir();
        // The module sockets can close a connection with a reset, plain streams cannot.
        $arguments = Extension::arguments(modules: ['openssl', 'sockets'], extension: false);
        $this->process = new Process(
            [PHP_BINARY, ...$arguments, __DIR__ . "/$program", ...$words],
            $this->dir->file('stderr'),
            talks: true,
        );
    }

    public function ask(string $verb, mixed $argument = null): mixed
    {
        @fwrite($this->process->stdin, self::line([$verb, $argument]));
        $answer = '';
        $end = Deadline::in(10);
        while (!str_ends_with($answer, "\n")) {
            $bytes = $end->readable($this->process->stdout) ? (string) fread($this->process->stdout, 65536) : '';
            if ($bytes === '') {
                throw new Failure("$this->program does not answer '$verb':\n" . $this->dir->read('stderr'));
            }
            $answer .= $bytes;
        }

        return self::value($answer);
    }

    /**
     * In the process: waits for bytes until `$due`, in ns, and obeys an order that has come. Returns the streams that have
     * bytes.
     *
     * @param array<string, resource> $read
     * @param callable(string, mixed): mixed $obey
     *
     * @return array<string, resource>
     */
    public static function ready(array $read, int $due, callable $obey): array
    {
        $read['orders'] = STDIN;
        $wait = max(0, $due - hrtime(true));
        $none = null;
        if (@stream_select($read, $none, $none, 0, (int) ceil($wait / 1000)) === false) {
            return [];
        }
        if (isset($read['orders'])) {
            self::obey($obey);
            unset($read['orders']);
        }

        return $read;
    }

    /**
     * Reads what has come over stdin, and obeys if that completes an order. The end of stdin ends the process.
     *
     * @param callable(string, mixed): mixed $obey
     */
    private static function obey(callable $obey): void
    {
        static $order = '';
        $order .= (string) fgets(STDIN);
        if (feof(STDIN)) {
            exit(0);
        }
        if (str_ends_with($order, "\n")) {
            [$verb, $argument] = self::value($order);
            $order = '';
            fwrite(STDOUT, self::line($obey($verb, $argument)));
        }
    }

    private static function line(mixed $value): string
    {
        return base64_encode(serialize($value)) . "\n";
    }

    private static function value(string $line): mixed
    {
        return unserialize((string) base64_decode($line), ['allowed_classes' => false]);
    }
}
