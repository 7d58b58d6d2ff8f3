--TEST--
After 10,000 locks that Redis has refused there is no memory in use for them, and no command at the end of the request
--FILE--
<?php
$server = RedisServer::start(['maxmemory' => 1, 'maxmemory-policy' => 'noeviction']);
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    $refused = static function (int $from, int $to) use ($lock): void {
        for ($i = $from; $i < $to; $i++) {
            try {
                $lock->lock(str_pad((string) $i, 200, 'x'), 0, 60);
                throw new Exception('not refused');
            } catch (RedisMutexLockUnavailableException) {
            }
        }
    };
    $size = static function (): int {
        preg_match('/^VmRSS:\s+(\d+) kB$/m', file_get_contents('/proc/self/status'), $found);
        return (int) $found[1];
    };
    $refused(0, 1_000);
    $before = $size();
    $refused(1_000, 11_000);
    say((string) ($size() - $before));
    hear();
    PHP, [$server->url()]);
Check::between(-100_000, 2048, (int) $worker->line(60), 'growth of the process in kB');
$worker->tell('end');
$worker->finish();
Check::same([], array_filter(
    $server->client()->commandstats(),
    static fn (string $command): bool => str_starts_with($command, 'eval'),
    ARRAY_FILTER_USE_KEY,
), 'releases');
echo 'done';
?>
--EXPECT--
done
