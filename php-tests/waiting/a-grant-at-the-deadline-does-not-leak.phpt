--TEST--
A lock that is handed over in the very moment of the deadline is either granted, or free for the next one at once
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'a');
$holder = new RedisMutexLock($server->url());
$waiter = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    while (hear() === 'lock') {
        say('now');
        if (!$lock->lock('a', 0.012, 600, 60000000)) {
            say('refused');
            continue;
        }
        Tests\Check::true($lock->isLocking('a'), 'a granted process holds it');
        say('granted');
        hear();
        say($lock->unlock('a') ? 'released' : 'lost');
    }
    PHP, [$server->url()]);
// The moment of the unlock, found by trying: earlier after a refusal, later after a grant.
$after = 12_000;
$seen = ['granted' => 0, 'refused' => 0];
Check::true($holder->lock('a', 0, 600), 'held');
foreach (range(1, 250) as $round) {
    $waiter->tell('lock');
    $waiter->expect('now');
    usleep($after);
    Check::true($holder->unlock('a'), "round $round: unlock");
    $seen[$answer = $waiter->line()]++;
    if ($answer === 'granted') {
        Check::same(false, $holder->lock('a'), "round $round: it is the waiter's");
        $waiter->tell('unlock');
        $waiter->expect('released');
    }
    Check::true($holder->lock('a', 0, 600), "round $round, $answer: the next one has it at once");
    Check::same([], $queue->tokens(), "round $round, $answer: nobody waits");
    $after = max(0, $after + ($answer === 'granted' ? 100 : -100));
}
// Near the deadline both outcomes occur.
Check::between(1, 249, $seen['granted'], 'granted');
$holder->unlock('a');
$waiter->tell('end');
$waiter->finish();
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
