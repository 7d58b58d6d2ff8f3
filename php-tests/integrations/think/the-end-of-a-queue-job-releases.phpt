--TEST--
The end of a queue job releases its locks, by an exception too; a sync job inside a request leaves the request's locks
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;
    use Tests\RedisServer;
    use think\queue\connector\Sync;
    use think\queue\Worker;

    /** A job of a queue in memory. */
    final class MemoryJob extends think\queue\Job
    {
        public function __construct(think\App $application, private readonly array $data)
        {
            $this->app = $application;
        }

        public function getJobId()
        {
            return '1';
        }

        public function attempts()
        {
            return 1;
        }

        public function getRawBody()
        {
            return json_encode(['job' => '\Forgetful', 'data' => $this->data]);
        }
    }

    final class Forgetful
    {
        public function fire($job, array $data): void
        {
            Check::true(Lock::lock($data['name'], 0, null), 'the job gets the lock');
            if ($data['fails']) {
                throw new DomainException('no data');
            }
        }
    }

    $redis = RedisServer::shared()->client();
    $name = Check::unique('forgotten');
    $worker = $app->make(Worker::class);
    for ($i = 0; $i < 2; $i++) {
        $worker->process('memory', new MemoryJob($app, ['name' => $name, 'fails' => false]));
        Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the lock of a job that is done');
        Check::throws(DomainException::class, fn () => $worker->process('memory', new MemoryJob($app, ['name' => $name, 'fails' => true])));
        Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the lock of a job that throws');
    }

    // A request that holds a lock and does a job at once.
    $sync = (new Sync())->setApp($app);
    Lock::lock("$name:request", 0, null);
    $sync->push('\Forgetful', ['name' => $name, 'fails' => false]);
    Check::same(["$name:request", $name], Lock::held(), 'what the request holds after a sync job');
    Check::throws(DomainException::class, fn () => $sync->push('\Forgetful', ['name' => "$name:2", 'fails' => true]));
    Check::same(["$name:request", $name, "$name:2"], Lock::held(), 'what the request holds after a sync job that throws');
    // Another version may put the job itself into the event.
    $app->event->trigger(new think\queue\event\JobProcessed('sync', new think\queue\job\Sync($app, '{}', 'sync', 'default')));
    Check::same(3, count(Lock::held()), 'what the request holds after the event with a sync job');
    $app->http->end(think\Response::create('ok'));
    Check::same([], Lock::held(), 'after the request');
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
