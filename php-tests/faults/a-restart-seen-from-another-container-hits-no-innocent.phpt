--TEST--
PHP in one container and a server in another share a Unix socket: after a restart of the server an old id kills no other client
--SKIPIF--
<?php
require __DIR__ . '/../lib/autoload.php';

$refusal = Tests\Container::refusal();
echo $refusal === null ? '' : "skip $refusal";
?>
--FILE--
<?php
$code = <<<'PHP'
    Tests\Container::enter();
    $lock = new RedisMutexLock(unserialize($argv[1]));
    $lock->isLocked('a');
    say((string) Tests\Container::pid());
    $word = hear();
    say('asks');
    say(var_export($word === 'wait' ? $lock->lock('a', 30, 60, 60_000_000) : $lock->isLocked('a'), true));
    hear();
    PHP;
foreach (['may ask INFO' => [], 'may not ask INFO' => ['username' => 'mild', 'password' => 's']] as $who => $login) {
    foreach (['wait' => 'true', 'question' => 'false'] as $word => $answer) {
        $what = "$word, $who";
        $server = RedisServer::start(['user' => ['mild on >s ~* &* +@all -info']]);
        $redis = $server->client();
        // Many ids, so that the id of our connection is beyond those that a new server gives away before this test
        // looks.
        $first = array_map(static fn (): RedisClient => $server->client(), range(1, 12));
        $redis->call('SET', 'lock:a', 'x');
        $config = ['path' => $server->socket, 'name' => 'ours', 'command_timeout' => 5, 'retry_for' => 60];
        $worker = Worker::run($code, [serialize($login + $config)]);
        $pid = (int) $worker->line();
        $namespace = static fn (int $pid): string => (string) readlink("/proc/$pid/ns/pid");
        Check::true($namespace($pid) !== $namespace($server->pid()), "$what: two namespaces");
        $ours = static fn (): array => array_values(array_filter(
            $redis->clients(),
            static fn (array $client): bool => $client['name'] === 'ours',
        ));
        $old = (int) $ours()[0]['id'];

        // The command is at the server, so the answer is lost when the server dies.
        $word === 'wait' || $server->pause();
        $worker->tell($word);
        $worker->expect('asks');
        if ($word === 'wait') {
            Check::eventually(static fn (): bool => $ours()[0]['cmd'] === 'blpop', 10, "$what: it sleeps in the queue");
        } else {
            $sleeps = static fn (): bool => preg_match('/^State:\s+S/m', file_get_contents("/proc/$pid/status")) === 1;
            Check::eventually($sleeps, 10, "$what: it waits for the answer");
        }
        exec("kill -STOP $pid");
        $server->restart(kill: true);
        $innocent = $ids = [];
        do {
            $innocent[] = $client = new RedisClient("unix://$server->socket");
            $ids[] = $client->call('CLIENT', 'ID');
        } while (max($ids) < $old + 5);
        Check::true(in_array($old, $ids, true), "$what: a stranger has its id $old");
        exec("kill -CONT $pid");

        $worker->expect($answer);
        foreach ($innocent as $i => $client) {
            try {
                $pong = $client->call('PING');
            } catch (RuntimeException $exception) {
                $pong = $exception->getMessage();
            }
            Check::same('PONG', $pong, "$what: innocent client $i");
        }
        Check::same(0, $innocent[0]->commandstats()['client|kill'] ?? 0, "$what: kills asked of the new server");
        $worker->tell('end');
        $worker->finish();
    }
}
echo 'done';
?>
--EXPECT--
done
