--TEST--
A job with an owner token that a queue delivers to six workers is done by one of them, by both recipes that hand a lock over
--FILE--
<?php
$redis = RedisServer::start();
$recipes = [
    'Handing a lock to a queue worker' => ['export:7', '$worker = new RedisMutexLock();              // in the queue worker', 'exported'],
    'A job that is stored before the lock is acquired' => [
        'ship:7', '$worker = new RedisMutexLock();                                         // in the queue worker', 'shipped',
    ],
];
foreach ($recipes as $heading => [$name, $border, $done]) {
    // What stands above the line is the request, and below it is the worker.
    $code = Recipe::code($heading, [$border => '###', "echo \"$done\\n\";" => 'say("done"); hear();']);
    [$request, $worker] = explode('###', $code);
    $request .= "\n" . 'say($token ?? $job["token"]);';
    $ini = ['redis_mutex_lock.url' => $redis->url()];
    $token = Worker::run($request, ini: $ini);
    $digits = $token->line();
    $token->finish();
    $code = '$token = $argv[1]; $job = ["token" => $token]; $worker = new RedisMutexLock(); say("ready"); hear();' . $worker . 'say("end");';
    $workers = array_map(static fn (): Worker => Worker::run($code, [$digits], ini: $ini), range(1, 6));
    foreach ($workers as $each) {
        $each->expect('ready');
    }
    foreach ($workers as $each) {
        $each->tell('go');
    }
    $said = array_map(static fn (Worker $each): string => $each->line(), $workers);
    Check::same(1, count(array_keys($said, 'done')), "workers that do the job of '$heading'");
    Check::same(5, count(array_keys($said, 'end')), "workers that leave the job of '$heading'");
    $winner = $workers[array_search('done', $said, true)];
    $winner->tell('go');
    $winner->expect('end');
    $winner->finish();
    // The queue delivers it once more, behind the end of the work.
    $late = Worker::run($code, [$digits], ini: $ini);
    $late->expect('ready');
    $late->tell('go');
    $late->expect('end');
    Check::same(false, (new RedisMutexLock($redis->url()))->isLocked($name), "$name is locked at the end");
}
echo "done\n";
?>
--EXPECT--
done
