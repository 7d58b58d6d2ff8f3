--TEST--
underLock(): of two deliveries of a job that come late to the lock one does the work, whichever of them comes first
--FILE--
<?php
use Tests\Check;
use Tests\ThinkQueue;

$slow = <<<'PHP'
    final class SlowToLock
    {
        use RedisMutexLock\Think\queue\UnderLock;

        public function fire(think\queue\Job $job, array $data): void
        {
            say('begins');
            hear();
            $this->underLock($job, $data['lock'], static fn () => say('works'));
            say('ends');
        }
    }
    PHP;
$jobs = new ThinkQueue(retryAfter: 4);
$workers = [1 => $jobs->worker($slow), 2 => $jobs->worker($slow)];

foreach ([[1, 2], [2, 1]] as [$early, $late]) {
    ThinkQueue::push($workers[1], ['lock' => Check::unique('export')], 'SlowToLock');
    foreach ($workers as $worker) {
        $worker->tell('work');
        $worker->expect('begins', 60);
    }
    $workers[$early]->tell('go on');
    ThinkQueue::end($workers[$early], 'works', 'ends');
    $workers[$late]->tell('go on');
    // Work that began again would say so before.
    ThinkQueue::end($workers[$late], 'ends');
    $workers[1]->tell('size');
    $workers[1]->expect('0', 60);
}
echo "done\n";
?>
--EXPECT--
done
