--TEST--
underLock(): a delivery that calls it twice does both works, although the mark of the first one is there by then
--FILE--
<?php
use Tests\Check;
use Tests\RedisServer;
use Tests\ThinkQueue;

$jobs = new ThinkQueue(retryAfter: 1);
$worker = $jobs->worker(<<<'PHP'
    final class TwoWorks
    {
        use RedisMutexLock\Think\queue\UnderLock;

        public function fire(think\queue\Job $job, array $data): void
        {
            foreach (['first', 'second'] as $part) {
                $this->underLock($job, "$data[lock]:$part", static fn () => say($part));
            }
        }
    }
    PHP);
$marks = static fn (): int => count(RedisServer::shared()->client()->call('KEYS', 'lock:done:*'));
$before = $marks();
ThinkQueue::push($worker, ['lock' => Check::unique('export')], 'TwoWorks');
$worker->tell('work');
ThinkQueue::end($worker, 'first', 'second');
Check::true($marks() > $before, 'the mark');
echo "done\n";
?>
--EXPECT--
done
