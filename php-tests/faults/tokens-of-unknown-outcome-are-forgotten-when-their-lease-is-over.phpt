--TEST--
A token of unknown outcome is forgotten when its lease is over, because its abandoned connection was killed
--FILE--
<?php
$server = RedisServer::start();
// It greets, and hangs up when it is asked for a lock. So nobody knows what became of the token.
$proxy = Proxy::to($server, ['command' => 'SET', 'do' => 'cutAfter'], ['command' => 'EVAL*', 'do' => 'cutAfter']);
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    $tried = 0;
    $unknown = static function (int $calls) use ($lock, &$tried): void {
        while ($calls-- > 0) {
            try {
                $lock->lock(str_pad((string) ++$tried, 4000, 'x'), 0, 0.01);
                throw new Exception('it has an answer');
            } catch (RedisMutexLockUnavailableException) {
            }
        }
    };
    $size = static function (): int {
        preg_match('/^VmRSS:\s+(\d+) kB$/m', file_get_contents('/proc/self/status'), $found);
        return (int) $found[1];
    };
    $unknown(200);
    $before = $size();
    $unknown(1_500);
    say((string) ($size() - $before));
    PHP, [$proxy->url(retry_for: 0)]);
// 1,500 entries would be 12 MB.
Check::between(-100_000, 4_000, (int) $worker->line(300), 'growth of the process in kB');
$worker->finish();
echo 'done';
?>
--EXPECT--
done
