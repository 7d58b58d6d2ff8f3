--TEST--
Over TLS 20,000 pairs, 1,500 connections that end, 450 configurations and 500 refused servers leave memory and descriptors where they were
--FILE--
<?php
$server = RedisServer::start();
// A file of our own: the worker changes it.
$ca = Certificates::suite()->file('flat.pem', file_get_contents(Certificates::suite()->ca));
$urls = [$server->tlsUrl(0, cafile: $ca, timeout: 10), $server->tlsUrl(0, cafile: Certificates::make()->ca, timeout: 10)];
$worker = Worker::run(<<<'PHP'
    [, $address, $ca, $url, $distrusted] = $argv;
    $rss = function (): int {
        preg_match('/^RssAnon:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $found);
        return 1024 * (int) $found[1];
    };
    $descriptors = fn (): int => count(scandir('/proc/self/fd'));
    $run = function (string $what, int $warm, int $rounds, callable $round) use ($rss, $descriptors): void {
        for ($i = 0; $i < $warm; $i++) {
            $round($i);
        }
        $before = [memory_get_usage(), $rss(), $descriptors()];
        for ($i = 0; $i < $rounds; $i++) {
            $round($warm + $i);
        }
        Tests\Check::between(0, 4096, memory_get_usage() - $before[0], "$what: growth of PHP's memory");
        Tests\Check::between(-1 << 30, 512 * 1024, $rss() - $before[1], "$what: growth of the process");
        Tests\Check::same($before[2], $descriptors(), "$what: descriptors");
    };
    $pair = function (RedisMutexLock $lock, string $name): void {
        if (!$lock->lock($name, 0, 60) || !$lock->unlock($name)) {
            throw new Tests\Failure("pair $name");
        }
    };
    $lock = new RedisMutexLock($url);
    // Loads the class: its own memory is not to be counted.
    Tests\Check::true(true, '');
    $run('pairs', 1000, 20000, fn (int $i) => $pair($lock, "pair-$i"));
    // The server ends the connection, and the file has changed: it is read again for the new connection.
    $client = new Tests\RedisClient($address);
    $opened = function () use ($client): int {
        preg_match('/^total_connections_received:(\d+)/m', $client->call('INFO', 'stats'), $count);
        return (int) $count[1];
    };
    $before = $opened();
    $run('connections', 200, 1500, function (int $i) use ($lock, $client, $ca, $pair): void {
        $client->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
        touch($ca, 1_000_000_000 + $i);
        try {
            $pair($lock, "connection-$i");
        } catch (RedisMutexLockUnavailableException) {
            // The end of the connection came after the request.
        }
    });
    Tests\Check::between(1600, 3500, $opened() - $before, 'connections that were opened');
    // One connection for each configuration. Where no object is left, it is closed when there are 16: so every 15 rounds.
    $run('configurations', 90, 450, fn (int $i) => $pair(new RedisMutexLock("$url&name=name-$i"), "configuration-$i"));
    $run('refused servers', 50, 500, function (int $i) use ($distrusted): void {
        try {
            @(new RedisMutexLock("$distrusted&retry_for=0"))->lock('refused');
            throw new Tests\Failure('a server of another CA');
        } catch (RedisMutexLockUnavailableException) {
        }
    });
    PHP, [$server->address(), $ca, ...$urls]);
$worker->finish(110);

echo "done\n";
--EXPECT--
done
