--TEST--
Laravel: of eight processes at a funnel of three, some of them killed, never four are inside, and nothing is left
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

const PROCESSES = 8;
const SECONDS = 4;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    // Each process counts who is inside. One that was killed there counts for a lease, which its share lives at least.
    $code = <<<'PHP'
        [, $inside] = $argv;
        $redis = $laravel->redis();
        $count = "local now = redis.call('TIME') now = now[1] * 1000 + math.floor(now[2] / 1000)
            redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now) redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
            return redis.call('ZCARD', KEYS[1])";
        say('ready');
        for ($turn = 0; ; $turn++) {
            $laravel->cache()->funnel('hot')->limit(3)->releaseAfter(600)->block(60)->then(static function () use ($redis, $count, $inside, $turn): void {
                $me = getmypid() . ".$turn";
                // Within the first third of its lease nothing but a kill ends a share.
                $redis->call('EVAL', $count, 1, $inside, $me, 300) <= 3 || exit('four are inside');
                usleep(random_int(0, 5000));
                $redis->call('ZREM', $inside, $me);
                $redis->call('INCR', "$inside:sections");
            });
        }
        PHP;
    $inside = "inside:$laravel->prefix";
    $begin = static function () use ($laravel, $code, $inside): object {
        $worker = $laravel->worker($code, [$inside], ['cache.stores.mutex.mutex' => ['lease' => 2]]);
        $worker->expect('ready', 30);

        return $worker;
    };
    $workers = array_map($begin, range(1, PROCESSES));
    $end = hrtime(true) + SECONDS * 1_000_000_000;
    while (hrtime(true) < $end) {
        usleep(200_000);
        foreach ($workers as $worker) {
            Check::same([true, false], [$worker->running(), $worker->spoke()], 'a process goes on');
        }
        $victim = random_int(0, PROCESSES - 1);
        $workers[$victim]->kill();
        $workers[$victim] = $begin();
    }
    array_map(static fn (object $worker) => $worker->kill(), $workers);
    Check::between(20, 1_000_000, (int) $redis->call('GET', "$inside:sections"), 'sections');
    Check::eventually(static fn (): bool => $redis->call('EXISTS', $laravel->key('funnel:hot')) === 0, 10, 'the shares of the killed end');
    $redis->call('DEL', $inside, "$inside:sections");
});

echo 'done';
?>
--EXPECT--
done
