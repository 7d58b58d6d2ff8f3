--TEST--
remember(): after an exit in the callback, all that waited for it run side by side
--FILE--
<?php
use Tests\Check;
use Tests\Queue;
use Tests\RedisServer;
use Tests\ThinkPhp;

const PROCESSES = 6;

$redis = RedisServer::shared()->client();
$name = Check::unique('exit');
$workers = [];
for ($i = 0; $i < PROCESSES; $i++) {
    $workers[] = ThinkPhp::run(<<<'PHP'
        [, , $name] = $argv;
        $redis = Tests\RedisServer::shared()->client();
        say('ready');
        hear();
        RedisMutexLock\Think\facade\Lock::remember($name, static function () use ($redis, $name): never {
            $redis->call('INCR', "$name:runs");
            $redis->send('BLPOP', "$name:go", 60);
            $redis->reply(60);
            exit(0);
        }, 60, 40);
        say('it went on');
        PHP, args: [$name]);
}
foreach ($workers as $worker) {
    $worker->expect('ready', 60);
}
foreach ($workers as $worker) {
    $worker->tell('go');
}
(new Queue(RedisServer::shared(), "remember:$name"))->reaches(PROCESSES - 1);
$redis->call('RPUSH', "$name:go", 'go');
Check::eventually(
    static fn (): bool => (int) $redis->call('GET', "$name:runs") === PROCESSES,
    30,
    'all that waited run at the same time',
);
$redis->call('RPUSH', "$name:go", ...array_fill(0, PROCESSES - 1, 'go'));
foreach ($workers as $worker) {
    Check::same('', $worker->finish(60), 'what a process says after the exit');
}
echo "done\n";
?>
--EXPECT--
done
