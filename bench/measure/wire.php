<?php

declare(strict_types=1);

/**
 * The bytes that RedisMutexLock sends for one lock() and one unlock(), as the server reports them. The bare loop sends
 * the same bytes. They must be two requests, or the comparison is not fair.
 *
 * @param ?string $url a deployment of which this server is a part; null: the server alone
 * @return array{string, string} both requests in RESP
 */
function recorded_requests(int $port, ?string $url = null): array
{
    $lock = new RedisMutexLock($url ?? "redis://127.0.0.1:$port/0");
    for ($i = 0; $i < 3; $i++) {
        $lock->lock('bench') && $lock->unlock('bench'); // connects, and loads the script into the server
    }
    usleep(10_000); // a server of several may still work on what a majority has answered

    $monitor = stream_socket_client("tcp://127.0.0.1:$port");
    stream_set_timeout($monitor, 0, 200_000);
    fwrite($monitor, "MONITOR\r\n");
    fgets($monitor);
    $lock->lock('bench') && $lock->unlock('bench');

    $requests = [];
    while (($line = fgets($monitor)) !== false) {
        // +1700000000.123456 [0 127.0.0.1:50000] "SET" "lock:bench" …; commands of a script come from "lua".
        if (!str_contains($line, ' lua] ')) {
            preg_match_all('/"((?:[^"\\\\]|\\\\.)*)"/', $line, $words);
            $requests[] = array_map(stripcslashes(...), $words[1]);
        }
    }
    if (count($requests) !== 2) {
        throw new RuntimeException('One lock and one unlock are more than two requests: ' . json_encode($requests));
    }

    return array_map(resp(...), $requests);
}

/** @param list<string> $words */
function resp(array $words): string
{
    return '*' . count($words) . "\r\n"
        . implode('', array_map(static fn (string $word) => '$' . strlen($word) . "\r\n$word\r\n", $words));
}
