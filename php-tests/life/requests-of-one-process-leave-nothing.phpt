--TEST--
5,000 requests of one process that forget their locks leave no lock, no memory and no connection behind
--FILE--
<?php
$redis = RedisServer::shared();
$name = Check::unique('request');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    final class Controller
    {
        public ?Controller $self = null;

        public function __construct(private readonly RedisMutexLock $lock, private readonly string $name)
        {
        }

        public function handle(int $request): void
        {
            // The name of all requests is free only if the request before has left nothing.
            Tests\Check::true($this->lock->lock($this->name, 0, 60), "request $request");
            $expire = $request % 2 === 0 ? null : 60;
            Tests\Check::true($this->lock->lock("$this->name-$request", 0, $expire), "request $request, its own name");
            if ($request % 1000 === 0) {
                $renewed = RedisMutexLock::stats()['renewed'];
                Tests\Check::eventually(fn (): bool => RedisMutexLock::stats()['renewed'] > $renewed, 30, 'a renewal');
            }
            if ($request % 10 === 0) {
                throw new LogicException("request $request");
            }
            if ($request % 10 === 5) {
                // An object in a cycle ends when PHP collects cycles.
                $this->self = $this;
            }
        }
    }
    $serve = static function (int $request) use ($url, $name): void {
        try {
            (new Controller(new RedisMutexLock(['url' => $url, 'lease' => 2]), $name))->handle($request);
        } catch (LogicException) {
        }
        $request % 10 === 5 && gc_collect_cycles();
    };
    $measure = static function (): array {
        preg_match('/^RssAnon:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $resident);
        return [memory_get_usage(), 1024 * (int) $resident[1]];
    };
    for ($request = 1; $request <= 1000; $request++) {
        $serve($request);
    }
    $before = $measure();
    for (; $request <= 6000; $request++) {
        $serve($request);
    }
    [$php, $process] = $measure();
    Tests\Check::between(-1 << 30, 4096, $php - $before[0], "growth of PHP's memory");
    Tests\Check::between(-1 << 30, 512 * 1024, $process - $before[1], 'growth of the process');
    // One of PHP and one of the renewing thread. An answer that the machine has delayed may cost one more.
    Tests\Check::between(2, 10, RedisMutexLock::stats()['connections_opened'], 'connections');
    say('served');
    hear();
    PHP, [$redis->url(), $name]);
$worker->expect('served', 200);
Check::same([], $redis->client()->call('KEYS', "lock:$name*"), 'keys while the process goes on');
$worker->tell('end');
$worker->finish();
echo "done\n";
?>
--EXPECT--
done
