--TEST--
In a Cluster each process of a storm asks once for the map, behind its first question, however many names and objects it uses
--FILE--
<?php
$set = ClusterSet::shared();
$client = Check::unique('storm');
$watch = new ClusterWatch($set, $client);
// Few slots: other tests move slots meanwhile.
$tags = array_map(static fn (int $i): string => "$client-$i", range(1, 6));
$workers = [];
for ($i = 0; $i < 8; $i++) {
    $workers[] = Worker::run(<<<'PHP'
        $config = unserialize($argv[1]);
        $names = array_slice($argv, 2);
        say('ready');
        hear();
        for ($object = 0; $object < 5; $object++) {
            $lock = new RedisMutexLock($config);
            for ($i = 0; $i < 20; $i++) {
                Tests\Check::true($lock->lock("{$names[$i % 6]}-$object-$i", 0, $i % 2 ? 60 : null), 'lock');
            }
            Tests\Check::true($lock->unlockAll(), 'unlockAll');
        }
        say('done');
        hear();
        PHP, [serialize($set->config(['name' => $client])), ...array_map(static fn (string $tag): string => "{{$tag}}$i", $tags)]);
}
foreach ($workers as $worker) {
    $worker->expect('ready', 30);
}
foreach ($workers as $worker) {
    $worker->tell('go');
}
foreach ($workers as $worker) {
    $worker->expect('done', 30);
}
Check::same(8, $watch->count('CLUSTER SLOTS'), 'questions for the map');
Check::same([0, 0], [$watch->count('PING'), $watch->count('ASKING')], 'other questions');
foreach ($workers as $worker) {
    $worker->tell('end');
    $worker->finish();
}
echo 'done';
?>
--EXPECT--
done
