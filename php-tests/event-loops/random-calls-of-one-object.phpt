--TEST--
Fibers call random methods of one object at random moments: when all are back, the object holds exactly the names whose keys have its tokens
--FILE--
<?php
$server = RedisServer::shared();
$client = $server->client();
$proxy = Proxy::to($server, ['command' => 'SET', 'every' => 2, 'do' => 'delayReply', 'ms' => 3], ['command' => 'EVAL*', 'every' => 3, 'do' => 'delayReply', 'ms' => 5]);
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$seed = (int) (getenv('FIBERS_SEED') ?: random_int(1, 1_000_000));
mt_srand($seed);
$judged = ['held' => 0, 'free' => 0];
foreach (range(1, 60) as $round) {
    $names = [Check::unique("a$round"), Check::unique("b$round")];
    $lock = new RedisMutexLock($proxy->url(command_timeout: 20, await_release: $round % 2));
    $other = new RedisMutexLock($server->url());
    $story = [];
    for ($fiber = 0; $fiber < 5; $fiber++) {
        $deeds = [];
        for ($i = 0; $i < 6; $i++) {
            $deeds[] = [mt_rand(0, 9), $names[mt_rand(0, 1)], mt_rand(0, 4) / 1000];
        }
        $loop->start(static function () use ($loop, $lock, $other, $deeds, $fiber, &$story): void {
            foreach ($deeds as [$deed, $name, $pause]) {
                $story[] = "$fiber begins $deed at $name";
                $answer = match ($deed) {
                    0, 1 => $lock->lock($name, 0, 600),
                    2 => $lock->lock($name, 0.02, 600),
                    3 => $lock->lock($name, 0),
                    4, 5 => $lock->unlock($name),
                    6 => $lock->expire($name, 300),
                    7 => $lock->unlockAll(),
                    8 => $lock->isLocking($name),
                    // Somebody else takes part.
                    9 => $other->lock($name, 0, 600) && $other->unlock($name),
                };
                $story[] = "$fiber ends $deed at $name: " . json_encode($answer);
                $loop->sleep($pause);
            }
        });
    }
    $loop->run();
    foreach ($names as $name) {
        // The releases that await_release leaves unread stand in front of a question about their name. isLocking() asks nothing
        // about a name that the object has released.
        $isLocked = $lock->isLocked($name);
        $isHeld = $lock->isLocking($name);
        $value = $client->call('GET', "lock:$name");
        $what = "seed $seed, round $round, $name:\n" . implode("\n", $story);
        Check::same($isHeld, in_array($name, $lock->held(), true), "isLocking() and held(), $what");
        Check::same($isHeld, $isLocked, "isLocked(), $what");
        Check::same($isHeld ? $lock->token($name) : null, $value, "the key, $what");
        $judged[$isHeld ? 'held' : 'free']++;
    }
    Check::same(0, RedisMutexLock::stats()['lost'], "losses, seed $seed, round $round");
    Check::true($lock->unlockAll(), "unlockAll, round $round");
    unset($lock, $other);
}
Check::between(10, 110, $judged['held'], "names that were held in the end, seed $seed");
Check::between(10, 110, $judged['free'], "names that were free in the end, seed $seed");
echo "done\n";
?>
--EXPECT--
done
