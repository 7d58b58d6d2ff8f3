--TEST--
remember(): if the process that makes the value is killed, the next one makes it, and no reader gets an exception
--FILE--
<?php
use Tests\Check;
use Tests\Queue;
use Tests\RedisServer;
use Tests\ThinkPhp;
use Tests\Worker;

const READERS = 5;
const WAIT = 16;

$redis = RedisServer::shared()->client();
$process = static fn (string $name, string $callback): Worker => ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;

    [, , $name, $callback, $wait] = $argv;
    $redis = Tests\RedisServer::shared()->client();
    say('ready');
    hear();
    $began = hrtime(true);
    $value = Lock::remember($name, static function () use ($redis, $name, $callback): ?string {
        $redis->call('INCR', "$name:runs");
        $callback === 'sleeps' && sleep(60);
        // Others that were free to run would begin before this run ends.
        $callback === 'makes' && usleep(500_000);

        return $callback === 'nothing' ? null : 'made';
    }, 60, (int) $wait);
    say(json_encode($value));
    PHP, args: [$name, $callback, WAIT]);

$plays = [];
foreach (['nothing was there before', 'a run without a value was there before'] as $i => $before) {
    $name = Check::unique('stats');
    if ($i === 1) {
        $first = $process($name, 'nothing');
        $first->expect('ready', 60);
        $first->tell('go');
        $first->expect('null', 60);
    }
    $maker = $process($name, 'sleeps');
    $maker->expect('ready', 60);
    $readers = array_map(static fn (): Worker => $process($name, 'makes'), range(1, READERS));
    foreach ($readers as $reader) {
        $reader->expect('ready', 60);
    }
    $maker->tell('go');
    Check::eventually(static fn (): bool => $redis->call('GET', "$name:runs") === (string) ($i + 1), 30, 'the callback runs');
    foreach ($readers as $reader) {
        $reader->tell('go');
    }
    (new Queue(RedisServer::shared(), "remember:$name"))->reaches(READERS);
    $maker->kill();
    $plays[$before] = [$name, $readers, $i + 2];
}
foreach ($plays as $before => [$name, $readers, $runs]) {
    foreach ($readers as $reader) {
        $reader->expect('"made"', 60);
        $reader->finish(60);
    }
    Check::same((string) $runs, $redis->call('GET', "$name:runs"), "$before: the killed run and one more");
}
echo "done\n";
?>
--EXPECT--
done
