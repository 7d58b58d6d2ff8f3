<?php
/*
 * One running request of a php-fpm pool. Made by Fpm.
 */

declare(strict_types=1);

namespace Tests;

final class FpmRequest
{
    private readonly Process $process;
    private readonly TempDir $dir;
    private string $answer = '';

    /** @param array<string, string> $params */
    public function __construct(string $socket, string $script, array $params)
    {
        $this->dir = new TempDir();
        // cgi-fcgi passes its environment on as the request's parameters.
        $params += [
            'SCRIPT_FILENAME' => $script,
            'SCRIPT_NAME' => '/' . basename($script),
            'REQUEST_METHOD' => 'GET',
            'QUERY_STRING' => '',
        ];
        $this->process = new Process(
            ['cgi-fcgi', '-bind', '-connect', $socket],
            $this->dir->file('stderr'),
            $params,
            talks: true,
        );
        fclose($this->process->stdin);
    }

    /** @return array{status: int, headers: array<string, string>, body: string} header names in lower case */
    public function response(float $seconds = 10): array
    {
        $end = Deadline::in($seconds);
        do {
            if (!$end->readable($this->process->stdout)) {
                throw new Failure("no answer of php-fpm within $seconds s; so far: $this->answer");
            }
            $bytes = (string) fread($this->process->stdout, 65536);
            $this->answer .= $bytes;
        } while ($bytes !== '');

        [$head, $body] = explode("\r\n\r\n", $this->answer, 2) + ['', ''];
        preg_match_all('/^([^:\r\n]+):\s*(.*?)\r?$/m', $head, $found);
        $headers = array_combine(array_map(strtolower(...), $found[1]), $found[2]);

        return ['status' => (int) ($headers['status'] ?? 200), 'headers' => $headers, 'body' => $body];
    }

    /** The output on stderr: PHP's error log, or that the server has closed the connection. */
    public function stderr(): string
    {
        return $this->dir->read('stderr');
    }

    /** The client closes its connection. */
    public function abort(): void
    {
        $this->process->kill();
    }
}
