--TEST--
SwooleWait: in each of many processes a hundred coroutines exclude each other, some with a time that is over at once, and the process ends well
--FILE--
<?php
$server = RedisServer::start();
$name = Check::unique('swoole');
// A crash of the real Swoole shows in one run of many.
$runs = Swoole::isReal() ? 100 : 3;
for ($run = 0; $run < $runs; $run++) {
    $worker = Swoole::worker('
        [, $url, $name] = $argv;
        RedisMutexLock\Swoole\SwooleWait::install();
        [$inside, $most, $granted, $refused] = [0, 0, 0, 0];
        for ($i = 0; $i < 100; $i++) {
            Swoole\Coroutine::create(function () use ($url, $name, $i, &$inside, &$most, &$granted, &$refused): void {
                $lock = new RedisMutexLock($url);
                // A stream and the end of the time come in one turn of the loop for many of these.
                if (!$lock->lock($name, $i % 4 === 3 ? 0.001 * ($i % 8) : 60, 60)) {
                    $refused++;

                    return;
                }
                $most = max($most, ++$inside);
                Swoole\Coroutine\System::sleep(0.001);
                $inside--;
                $granted++;
                $lock->unlock($name) || say("lost");
            });
        }
        Swoole\Event::wait();
        say("$most, " . ($granted + $refused) . ", " . ($granted >= 75 ? "all" : $granted));
    ', [$server->url(), $name]);
    $worker->expect('1, 100, all', 60);
    $worker->finish();
}
Check::same([], $server->client()->call('KEYS', "lock:$name*"), 'keys');
echo "done\n";
?>
--EXPECT--
done
