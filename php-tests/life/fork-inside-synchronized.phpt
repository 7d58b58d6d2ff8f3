--TEST--
A fork in the callback of synchronized: the child ends or returns without the lock, the parent keeps it to its end
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
foreach (['exit' => 'exit(0);', 'return' => 'return "child";', 'throw' => 'throw new DomainException("child");'] as $what => $end) {
    $name = Check::unique('sync');
    $worker = Worker::run('[, $url, $name] = $argv;
        $lock = new RedisMutexLock($url);
        $parent = getmypid();
        try {
            $result = $lock->synchronized($name, function () use ($lock, $name) {
                $token = $lock->token($name);
                $pid = pcntl_fork();
                if ($pid === 0) {
                    ' . $end . '
                }
                pcntl_waitpid($pid, $status);
                Tests\Check::same(0, $status, "status of the child");
                Tests\Check::same($token, $lock->owner($name), "the lock is the parent\'s while its callback runs");
                say("parent in the callback");
                hear();
                return "parent";
            }, 0, 600);
        } catch (RedisMutexLockLostException $lost) {
            // The child ran under a lock that is not its own.
            Tests\Check::same([true, "child"], [getmypid() !== $parent, $lost->result], "who lost it");
            exit(0);
        } catch (DomainException $own) {
            Tests\Check::true(getmypid() !== $parent, "whose exception it is");
            exit(0);
        }
        Tests\Check::same([$parent, "parent"], [getmypid(), $result], "who returns normally");', [$redis->url(), $name]);
    $worker->expect('parent in the callback');
    Check::same(1, $client->call('EXISTS', "lock:$name"), "$what: held after the child's end");
    $worker->tell('return');
    $worker->finish();
    Check::same(0, $client->call('EXISTS', "lock:$name"), "$what: released by the parent");
}

echo "done\n";
--EXPECT--
done
