--TEST--
lock is one command and one round trip, unlock too, on an established connection
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$other = new RedisMutexLock($server->url());
$lock = new RedisMutexLock($server->url());

/** The commands by name, and the reads from sockets, that $f causes. Each INFO is one more read. */
function cost(callable $f): array
{
    global $redis;
    $look = static fn (): array => [
        (int) preg_replace('/.*total_reads_processed:(\d+).*/s', '$1', $redis->call('INFO', 'stats')),
        $redis->commandstats(),
    ];
    [$reads, $commands] = $look();
    $f();
    [$readsAfter, $commandsAfter] = $look();
    unset($commandsAfter['info']);
    $more = array_filter(array_map(static fn ($name, $calls) => [$name, $calls - ($commands[$name] ?? 0)],
        array_keys($commandsAfter), $commandsAfter), static fn (array $row): bool => $row[1] > 0);

    // The two reads are the second INFO of the first look and the first INFO of the second look.
    return array_column($more, 1, 0) + ['reads' => $readsAfter - $reads - 2];
}

// The connection is open from here on, and the server knows the script.
$lock->lock('warm');
$lock->unlock('warm');

Check::same(['set' => 1, 'reads' => 1], cost(fn () => Check::true($lock->lock('a'), 'lock')), 'lock');
// Inside the script: GET reads the holder, EXISTS looks for waiters, DEL frees the key.
Check::same(['get' => 1, 'exists' => 1, 'del' => 1, 'evalsha' => 1, 'reads' => 1],
    array_replace(['get' => 0, 'exists' => 0, 'del' => 0, 'evalsha' => 0], cost(fn () => Check::true($lock->unlock('a'), 'unlock'))),
    'unlock');

$other->lock('b');
Check::same(['set' => 1, 'reads' => 1], cost(fn () => Check::same(false, $lock->lock('b'), 'held')), 'lock that is held');
Check::same(['set' => 1, 'reads' => 1], cost(fn () => $lock->lock('b', 0.0)), 'timeout 0.0 is one attempt too');

echo 'done';
?>
--EXPECT--
done
