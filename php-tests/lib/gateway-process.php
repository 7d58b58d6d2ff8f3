<?php
/*
 * The process of Gateway. It carries bytes between its clients and the server, and obeys its parent, which sends lines
 * over stdin. It ends with its parent, and after ten minutes in any case.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/autoload.php';

$life = Deadline::in(600);
$context = stream_context_create(['socket' => ['tcp_nodelay' => true]]);
$listener = Port::listen($context);
$leads = 0;
/** @var array<int, array{client: resource, server: resource}> $pairs */
$pairs = [];
$next = 0;

$close = static function (int $number) use (&$pairs): void {
    fclose($pairs[$number]['client']);
    fclose($pairs[$number]['server']);
    unset($pairs[$number]);
};
$accept = static function () use ($listener, $context, &$leads, &$pairs, &$next): void {
    $client = @stream_socket_accept($listener, 0);
    $server = $client === false || $leads === 0
        ? false
        : @stream_socket_client("tcp://127.0.0.1:$leads", $code, $message, 5, STREAM_CLIENT_CONNECT, $context);
    // Without a server the client's connection is closed: its variable goes out of scope here.
    if ($server !== false) {
        stream_set_blocking($client, false);
        stream_set_blocking($server, false);
        $pairs[++$next] = ['client' => $client, 'server' => $server];
    }
};
$carry = static function (int $number, string $from) use (&$pairs, $close): void {
    $to = $from === 'client' ? 'server' : 'client';
    $bytes = (string) @fread($pairs[$number][$from], 65536);
    if ($bytes === '' && feof($pairs[$number][$from])) {
        $close($number);

        return;
    }
    // Messages are small beside the kernel's buffers. A peer that takes nothing for so long counts as closed.
    $end = Deadline::in(1);
    while ($bytes !== '') {
        $written = @fwrite($pairs[$number][$to], $bytes);
        if ($written === false || $end->passed()) {
            $close($number);

            return;
        }
        $bytes = substr($bytes, $written);
    }
};
$obey = static function (string $verb, int $argument) use ($listener, &$leads, &$pairs, $close): int {
    switch ($verb) {
        case 'lead':
            $leads = $argument;

            return Port::of($listener);
        case 'cut':
            array_map($close, array_keys($pairs));

            return 0;
        default:
            throw new \LogicException("no such order: $verb");
    }
};

while (!$life->passed()) {
    $read = ['orders' => STDIN, 'listener' => $listener];
    foreach ($pairs as $number => $pair) {
        $read += ["client $number" => $pair['client'], "server $number" => $pair['server']];
    }
    $none = null;
    if (@stream_select($read, $none, $none, 1) === false) {
        continue;
    }
    foreach ($read as $name => $stream) {
        if ($name === 'orders') {
            $order = fgets(STDIN);
            if ($order === false) {
                exit(0);
            }
            [$verb, $argument] = explode(' ', trim($order)) + [1 => '0'];
            fwrite(STDOUT, $obey($verb, (int) $argument) . "\n");
        } elseif ($name === 'listener') {
            $accept();
        } else {
            [$side, $number] = explode(' ', $name);
            // An earlier step of this round may have closed it.
            if (isset($pairs[$number])) {
                $carry((int) $number, $side);
            }
        }
    }
}
