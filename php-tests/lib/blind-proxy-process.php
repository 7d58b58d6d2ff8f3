<?php
/*
 * The process of BlindProxy: listens, carries bytes, and obeys its parent. It ends with its parent, and after ten minutes in
 * any case.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/autoload.php';

[, $upstream, $width] = $argv;
$life = Deadline::in(600);
$context = stream_context_create(['socket' => ['tcp_nodelay' => true]]);
$listener = Port::listen($context);
if ($width === 'narrow') {
    // The sockets that it accepts have the same.
    $socket = socket_import_stream($listener);
    socket_set_option($socket, SOL_SOCKET, SO_RCVBUF, 4096);
    socket_set_option($socket, SOL_TCP, 2 /* TCP_MAXSEG */, 536);
}
/** @var array<int, BlindConnection> $connections all that were ever accepted */
$connections = [];
$rules = [];

$accept = static function () use ($listener, $context, $upstream, &$connections, &$rules): void {
    $client = @stream_socket_accept($listener, 0);
    if ($client === false) {
        return;
    }
    $server = @stream_socket_client("tcp://127.0.0.1:$upstream", $code, $message, 5, STREAM_CLIENT_CONNECT, $context);
    // Without a server the client's connection is closed: its variable goes out of scope here.
    if ($server !== false) {
        $number = count($connections) + 1;
        $ours = static fn (array $rule): bool => ($rule['connection'] ?? $number) === $number;
        $connections[$number] = new BlindConnection($client, $server, array_filter($rules, $ours));
    }
};
$obey = static function (string $verb, mixed $argument) use ($listener, &$connections, &$rules): mixed {
    switch ($verb) {
        case 'port':
            return Port::of($listener);
        case 'rule':
            $rules[] = $argument;

            return true;
        case 'clear':
            $rules = [];

            return true;
        case 'bytes':
            [$number, $from] = $argument;

            return $connections[$number]->seen[$from];
        case 'accepted':
            return count($connections);
        case 'open':
            return count(array_filter($connections, static fn (BlindConnection $it): bool => $it->ends !== []));
        case 'drop':
            array_walk($connections, static fn (BlindConnection $it) => $it->close());

            return true;
        default:
            throw new \LogicException("no such order: $verb");
    }
};

while (!$life->passed()) {
    $due = hrtime(true) + 1_000_000_000;
    $read = ['listener' => $listener];
    foreach ($connections as $number => $connection) {
        $due = min($due, $connection->advance() ?? $due);
        foreach ($connection->wanted() as $from => $end) {
            $read["$from $number"] = $end;
        }
    }
    foreach (OrderedProcess::ready($read, $due, $obey) as $name => $stream) {
        if ($name === 'listener') {
            $accept();
        } else {
            [$from, $number] = explode(' ', $name);
            // An earlier step of this round may have closed it.
            if ($connections[(int) $number]->ends !== []) {
                $connections[(int) $number]->read($from);
            }
        }
    }
}
