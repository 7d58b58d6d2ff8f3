--TEST--
The cost of an object does not depend on how many there are: to be made, to die in the order of their making or in reverse, and with the request
--FILE--
<?php
$server = RedisServer::shared();
$code = <<<'PHP'
    [, $url, $count] = $argv;
    gc_disable();
    $measure = static function (int $count) use ($url): array {
        $all = [];
        $make = static function () use ($url, $count, &$all): void {
            for ($i = 0; $i < $count; $i++) {
                $all[$i] = new RedisMutexLock($url);
            }
        };
        $cost = ['making' => Tests\Cost::of($make)];
        $cost['death in order'] = Tests\Cost::of(static function () use ($count, &$all): void {
            for ($i = 0; $i < $count; $i++) {
                unset($all[$i]);
            }
        });
        $make();
        $cost['death in reverse'] = Tests\Cost::of(static function () use ($count, &$all): void {
            for ($i = $count - 1; $i >= 0; $i--) {
                unset($all[$i]);
            }
        });

        return $cost;
    };
    $measure(500);
    say(serialize($measure((int) $count)));
    // Objects that are alive at the end.
    $all = [];
    for ($i = 0; $i < $count; $i++) {
        $all[$i] = new RedisMutexLock($url);
    }
    say((string) Tests\Cost::spent());
    PHP;
$costs = [];
foreach ([12_500, 12_500 * Cost::TIMES] as $i => $count) {
    $before = Cost::spent(children: true);
    $worker = Worker::run($code, [$server->url(), $count], ini: ['memory_limit' => '-1']);
    $costs[$i] = unserialize($worker->line(60));
    $until = (float) $worker->line(60);
    $worker->finish(60);
    $costs[$i]['the end of the request'] = Cost::spent(children: true) - $before - $until;
}
Cost::isLinear($costs[0], $costs[1], 'costs');
echo 'done';
?>
--EXPECT--
done
