--TEST--
The PHP examples of every page run and print what stands below them
--FILE--
<?php
const AT_ONCE = 4;

$root = dirname(__DIR__, 2);
$waiting = array_map(static fn (Page $page) => new PageExamples($page), Page::english($root));
$all = $waiting;
$running = [];
while ($waiting !== [] || $running !== []) {
    while ($waiting !== [] && count($running) < AT_ONCE) {
        $running[] = array_shift($waiting)->each();
    }
    foreach ($running as $examples) {
        $examples->valid() && $examples->next();
    }
    $running = array_filter($running, static fn (Generator $examples) => $examples->valid());
    usleep(5000);
}
$failures = array_merge(...array_column($all, 'failures'));
if ($failures !== []) {
    throw new Failure(implode("\n\n", $failures));
}
[$run, $left] = [array_sum(array_column($all, 'run')), array_sum(array_column($all, 'left'))];
Check::true($run > 0, 'at least one example was run');
echo "$run examples run, $left not run\n";
?>
--EXPECTF--
%d examples run, %d not run
