--TEST--
Of eight processes that try at once exactly one gets the lock: with all servers, one dead, one dead and a foreign token at another one
--FILE--
<?php
$cases = [
    'all well' => static fn (QuorumSet $set, string $name) => null,
    'a foreign token' => static fn (QuorumSet $set, string $name) => $set->occupy($name, 'x', 2),
    'a foreign token, one dead' => static function (QuorumSet $set, string $name): void {
        $set->servers()[4]->running() && $set->kill(4);
        $set->occupy($name, 'x', 2);
    },
];
$set = QuorumSet::start();
foreach ($cases as $what => $prepare) {
    $prepare($set, 'first');
    $burst = new Burst($set->config(['fencing' => true]), 8, '$lock->lock($name, 0, 600)');
    for ($round = 0; $round < 30; $round++) {
        $burst->hasOneWinner(static function () use ($prepare, $set): string {
            $name = Check::unique('burst');
            $prepare($set, $name);

            return $name;
        }, "$what, round $round");
    }
    $burst->end();
}
Check::eventually(static fn (): bool => preg_grep('/^[^2] /', $set->keys()) === [], 10, 'nothing is left where no foreign token is');
echo 'done';
?>
--EXPECT--
done
