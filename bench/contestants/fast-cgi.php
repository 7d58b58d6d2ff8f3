<?php

declare(strict_types=1);

/** A client of FPM over its Unix socket. A request is over when FPM has ended it, with all that PHP does after the script. */
final class FastCgi
{
    private const BEGIN = 1;
    private const END = 3;
    private const PARAMS = 4;
    private const STDIN = 5;
    private const STDOUT = 6;
    private const KEEP_CONNECTION = 1;

    /** @var resource */
    private $socket;

    public function __construct(string $path)
    {
        $this->socket = stream_socket_client("unix://$path") ?: throw new RuntimeException("FPM does not listen on $path.");
        stream_set_timeout($this->socket, 10);
    }

    /** @return float the seconds of the request, whose output must be `done` */
    public function request(string $script, string $query): float
    {
        $params = '';
        foreach (['SCRIPT_FILENAME' => $script, 'REQUEST_METHOD' => 'GET', 'QUERY_STRING' => $query] as $name => $value) {
            $params .= pack('NN', strlen($name) | 1 << 31, strlen($value) | 1 << 31) . $name . $value;
        }
        $request = $this->record(self::BEGIN, pack('nCx5', 1, self::KEEP_CONNECTION)) . $this->record(self::PARAMS, $params)
            . $this->record(self::PARAMS, '') . $this->record(self::STDIN, '');
        $start = hrtime(true);
        fwrite($this->socket, $request);
        $output = '';
        do {
            ['type' => $type, 'length' => $length, 'padding' => $padding] = unpack('Cversion/Ctype/nid/nlength/Cpadding', $this->read(8));
            $content = substr($this->read($length + $padding), 0, $length);
            $output .= $type === self::STDOUT ? $content : '';
        } while ($type !== self::END);
        $took = (hrtime(true) - $start) / 1e9;
        str_ends_with($output, "\r\n\r\ndone") || throw new RuntimeException("A request failed: $output");

        return $took;
    }

    private function record(int $type, string $content): string
    {
        return pack('CCnnCx', 1, $type, 1, strlen($content), 0) . $content;
    }

    private function read(int $length): string
    {
        $bytes = $length === 0 ? '' : (string) stream_get_contents($this->socket, $length);

        return strlen($bytes) === $length ? $bytes : throw new RuntimeException('FPM did not end a request.');
    }
}
