<?php
/*
 * The process of Proxy: listens, moves bytes between connections, and obeys its parent, which sends lines over stdin. It
 * ends with its parent, and after ten minutes in any case.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/autoload.php';

[, $upstream, $socket, $certificate, $key] = $argv;
$tls = $certificate !== '';
$nodelay = static fn () => stream_context_create([
    'socket' => ['tcp_nodelay' => true],
    'ssl' => ['local_cert' => $certificate, 'local_pk' => $key, 'verify_peer' => false],
]);
$listen = static function (string $address) use ($nodelay) {
    if (str_starts_with($address, 'unix://')) {
        @unlink(substr($address, 7));
    }
    $listener = stream_socket_server(
        $address,
        $code,
        $message,
        STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
        $nodelay(),
    );

    return $listener ?: throw new \RuntimeException("cannot listen on $address: $message");
};

$started = hrtime(true);
$life = Deadline::in(600);
$listener = $socket === '' ? Port::listen($nodelay()) : $listen("unix://$socket");
$port = $socket === '' ? Port::of($listener) : 0;
$address = $socket === '' ? "tcp://127.0.0.1:$port" : "unix://$socket";
$rules = new ProxyRules();
$accepted = 0;
/** @var array<int, ProxyConnection> $connections */
$connections = [];
$log = [];

$record = static function (int $connection, array $words, string $did) use (&$log, $started): void {
    $at = (hrtime(true) - $started) / 1e9;
    $log[] = ['connection' => $connection, 'words' => $words, 'did' => $did, 'at' => $at];
};
$drop = static function () use (&$connections): void {
    array_walk($connections, static fn (ProxyConnection $connection) => $connection->close());
    $connections = [];
};
$accept = static function ()
 use (&$listener, &$accepted, &$connections, $rules, $upstream, $tls, $record, $nodelay): void {
    $client = $listener === null ? false : @stream_socket_accept($listener, 0);
    if ($client === false) {
        return;
    }
    $accepted++;
    $server = $rules->refuses($accepted)
        ? false
        : @stream_socket_client($upstream, $code, $message, 5, STREAM_CLIENT_CONNECT, $nodelay());
    if ($server !== false) {
        $connections[$accepted] = new ProxyConnection($accepted, new ProxyClient($client, $tls), $server, $rules, $record);
    }
};
$obey = static function (string $verb, mixed $argument)
 use (&$listener, &$log, &$connections, &$accepted, $port, $address, $rules, $listen, $drop): mixed {
    switch ($verb) {
        case 'port':
            return $port;
        case 'rule':
            $rules->add($argument);

            return true;
        case 'clear':
            $rules->clear();

            return true;
        case 'log':
            return $log;
        case 'accepted':
            return $accepted;
        case 'open':
            return count(array_filter($connections, static fn ($connection): bool => $connection->client !== null));
        case 'drop':
            $drop();

            return true;
        case 'down':
            if ($listener !== null) {
                fclose($listener);
                $listener = null;
            }
            $drop();

            return true;
        case 'up':
            $listener ??= $listen($address);

            return true;
        default:
            throw new \LogicException("no such order: $verb");
    }
};

while (!$life->passed()) {
    $due = hrtime(true) + 1_000_000_000;
    $read = $listener === null ? [] : ['listener' => $listener];
    foreach ($connections as $number => $connection) {
        $due = min($due, $connection->advance() ?? $due);
        if ($connection->closed()) {
            unset($connections[$number]);
            continue;
        }
        $read += array_filter(["client$number" => $connection->client?->stream, "server$number" => $connection->server]);
    }
    foreach (OrderedProcess::ready($read, $due, $obey) as $name => $stream) {
        if ($name === 'listener') {
            $accept();
        } elseif (is_resource($stream)) {
            // An earlier step of this round may have closed it.
            $connection = $connections[(int) substr($name, 6)] ?? null;
            str_starts_with($name, 'client') ? $connection?->readClient() : $connection?->readServer();
        }
    }
}
