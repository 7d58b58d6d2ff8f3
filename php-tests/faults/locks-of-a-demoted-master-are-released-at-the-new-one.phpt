--TEST--
Uncut connections lead to a demoted master: every way to release frees the lock at the new master
--FILE--
<?php
$pair = new Failover();
$code = <<<'PHP'
    [, $url, $way] = $argv;
    $lock = new RedisMutexLock($url);
    $meet = static function (): void {
        say('held');
        hear();
    };
    if ($way === 'synchronized') {
        say(var_export($lock->synchronized($way, function () use ($meet): string {
            $meet();
            return 'result';
        }, 0, 600), true));
        hear();
        exit(0);
    }
    $lock->lock($way, 0, 600) || throw new Exception('not free');
    $meet();
    switch ($way) {
        case 'unlock':
            say(var_export($lock->unlock($way), true));
            break;
        case 'unlockAll':
            say(var_export($lock->unlockAll(), true));
            break;
        case 'the object':
            $lock = null;
            say('gone');
            break;
        case 'exit':
            exit(0);
        case 'the end of the script':
            return;
        case 'an exception':
            throw new Exception('nobody catches it');
    }
    hear();
    PHP;
// The line that the process prints, or null if it ends, and its exit status.
$ways = [
    'unlock' => ['true', 0],
    'unlockAll' => ['true', 0],
    'synchronized' => ["'result'", 0],
    'the object' => ['gone', 0],
    'exit' => [null, 0],
    'the end of the script' => [null, 0],
    'an exception' => [null, 255],
];
$workers = [];
foreach ($ways as $way => $_) {
    $workers[$way] = Worker::run($code, [$pair->gateway->url(command_timeout: 10), $way]);
    $workers[$way]->expect('held');
}
$pair->changePlaces(cut: false);
$redis = $pair->master->client();
foreach ($ways as $way => [$word, $status]) {
    Check::between(1, 600_000, $redis->call('PTTL', "lock:$way"), "$way: the new master has it");
    $workers[$way]->tell('go');
    $word === null ? Check::same($status, $workers[$way]->wait(), "$way: exit status") : $workers[$way]->expect($word);
    Check::same(0, $redis->call('EXISTS', "lock:$way"), "$way: freed");
    if ($word !== null) {
        $workers[$way]->tell('end');
        $workers[$way]->finish();
    }
}
echo 'done';
?>
--EXPECT--
done
