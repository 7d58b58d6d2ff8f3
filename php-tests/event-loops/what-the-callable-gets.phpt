--TEST--
The callable of onWait gets a stream or null, the seconds as a float and false; one connection gives the same stream each time
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('arguments');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, 0, 60), 'held');
$seen = [];
RedisMutexLock::onWait(function (mixed ...$given) use (&$seen): void {
    $seen[] = $given;
    [$stream, $seconds] = $given;
    if ($stream === null) {
        usleep((int) ($seconds * 1e6) + 1);

        return;
    }
    $read = [$stream];
    $none = null;
    stream_select($read, $none, $none, 0, (int) ($seconds * 1e6) + 1);
});
$waiter = new RedisMutexLock($server->url());
// An answer that takes longer than a millisecond is waited for by the callable too, for longer than a slice. Such a round is repeated.
$isSlow = static function () use (&$seen): bool {
    return array_filter($seen, static fn (array $given): bool => $given[1] > 0.11 || $given[2] === true) !== [];
};
$tries = 10;
do {
    $seen = [];
    Check::same(false, $waiter->lock($name, 0.5, 60), 'not granted');
} while ($isSlow() && --$tries > 0);
Check::between(2, 60, count($seen), 'a call for each slice');
foreach ($seen as [$stream, $seconds, $writable]) {
    // The rest of a slice is too short to sleep in Redis.
    Check::true($stream !== null || $seconds < 0.1, "no stream: $seconds");
    Check::true($stream === null || get_resource_type($stream) === 'stream', 'the first argument');
    Check::same(true, is_float($seconds) && $seconds > 0 && $seconds <= 1, "the second argument: $seconds");
    Check::same(false, $writable, 'the third argument');
}
Check::same(3, count($seen[0]), 'no further argument');
$streams = array_filter(array_column($seen, 0));
Check::same(1, count(array_unique(array_map(get_resource_id(...), $streams))), 'one stream');

// The stream is for watching only: it neither reads nor writes, and its end leaves the connection as it is.
$stream = reset($streams);
Check::same(['redis_mutex_lock', false], [stream_get_meta_data($stream)['stream_type'], @fread($stream, 1)], 'a read');
Check::same(false, @fwrite($stream, "FLUSHALL\r\n"), 'a write');
// A server that is late with the end of a sleep costs the next call a connection. Such a round is repeated too.
$tries = 10;
do {
    fclose($stream);
    $opened = RedisMutexLock::stats()['connections_opened'];
    $seen = [];
    Check::same(false, $waiter->lock($name, 0.3, 60), 'not granted either');
    $opened = RedisMutexLock::stats()['connections_opened'] - $opened;
    $streams = array_values(array_filter(array_column($seen, 0)));
    $isOver = $opened === 0 && !$isSlow() || --$tries === 0;
    $isOver || $stream = $streams[0];
} while (!$isOver);
Check::same(0, $opened, 'further connections');
Check::same(false, in_array($stream, array_column($seen, 0), true), 'another stream in place of the closed one');
Check::same('stream', get_resource_type($streams[0]), 'which is open');
echo "done\n";
?>
--EXPECT--
done
