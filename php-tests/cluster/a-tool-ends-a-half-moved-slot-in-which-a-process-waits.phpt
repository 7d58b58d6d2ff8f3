--TEST--
In a Cluster a slot is left half moved while a process waits in it that has not read its wake-up: after a hand-over `redis-cli --cluster fix` ends the move, and the process gets the lock
--FILE--
<?php
$set = ClusterSet::start();
$name = Check::unique('half');
$lock = new RedisMutexLock($set->config());
$source = $set->nodeOf("lock:$name")->client();
$queue = new Queue($set->nodeOf("lock:$name"), $name, $set->config(['name' => 'sleeper']));
$move = $set->moving("lock:$name");
// The server takes a waiter for living that it saw in the last 2 s. A slow machine may need another try.
for ($try = 1; ; $try++) {
    Check::true($lock->lock($name, 20, 60), 'lock');
    $waiter = $queue->waiter();
    [$token] = $queue->tokens();
    // It stands still, and nobody pops its wake-up: its connection is gone.
    $waiter->signal(SIGSTOP);
    preg_match_all('/^id=(\d+) .* name=sleeper /m', (string) $source->call('CLIENT', 'LIST'), $found);
    foreach ($found[1] as $id) {
        $source->call('CLIENT', 'KILL', 'ID', $id);
    }
    $list = "lock:$name:wake:{lock:$name}:$token";
    $source->call('RPUSH', $list, 'first');
    $move->begin();
    $move->move("lock:$name");
    $move->move($queue->key);
    Check::true($lock->unlock($name), 'unlock');
    if ($move->at(true, 'GET', "lock:$name") === $token) {
        break;
    }
    Check::between(1, 20, $try, 'tries');
    $move->reset($name);
    $waiter->kill();
}
Check::true(in_array($list, $move->keys(false), true), 'the wake list is at the source');
[$code, $output] = $set->tool('fix');
Check::same([0, false], [$code, str_contains($output, 'Target key exists')], "fix: $output");
// The tool gives the slot to the node that has more of its keys.
Check::true($move->keys(false) === [] || $move->keys(true) === [], 'one node has all keys of the slot');
$waiter->signal(SIGCONT);
$waiter->expect('granted', 60);
Check::eventually(static function () use ($set, &$output): bool {
    [$code, $output] = $set->tool('check');

    return $code === 0;
}, 60, 'the Cluster is whole');
$waiter->tell('unlock');
$waiter->expect('released');
$waiter->tell('end');
$waiter->finish();
echo 'done';
?>
--EXPECT--
done
