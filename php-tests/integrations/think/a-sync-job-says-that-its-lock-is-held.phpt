--TEST--
underLock() in a job of the connection sync, which has no queue to go back into, throws if the lock is held
--FILE--
<?php
use Tests\ThinkPhp;

$worker = ThinkPhp::run(<<<'PHP'
    use Tests\Check;
    use Tests\ThinkJob;
    use think\queue\job\Sync;

    $lock = Check::unique('export');
    $other = new RedisMutexLock($app->config->get('cache.stores.redis'));
    $body = json_encode(['job' => '\Tests\ThinkJob', 'data' => ['lock' => $lock]]);
    $job = new Sync($app, $body, 'sync', 'default');

    Check::true($other->lock($lock), 'another object gets the lock');
    Check::throws(RedisMutexLockTimeoutException::class, static fn () => (new ThinkJob())->fire($job, ['lock' => $lock]));
    Check::same(false, $job->isReleased(), 'the job was released');
    $other->unlock($lock);
    (new ThinkJob())->fire($job, ['lock' => $lock]);
    PHP);
$worker->expect('works', 60);
$worker->tell('finish');
$worker->expect('done', 60);
$worker->finish(60);
echo "done\n";
?>
--EXPECT--
done
