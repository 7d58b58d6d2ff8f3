--TEST--
SIGTERM and SIGINT to the demo's first process alone end all its processes and its Redis at once
--FILE--
<?php
$cases = [];
foreach ([SIGTERM, SIGINT] as $signal) {
    // When Redis runs, and at the start of three scenes.
    foreach ([1, 6, 7, 16] as $lines) {
        $cases["signal $signal, line $lines"] = [$signal, $lines];
    }
}
$ended = Together::each($cases, function (array $case): bool {
    [$signal, $lines] = $case;
    $demo = new Demo(0);
    $demo->read($lines);
    $later = random_int(0, 60_000);
    usleep($later);
    $demo->process->signal($signal);
    $demo->ends("after signal $signal, $later us behind line $lines");
    $code = $demo->process->wait(10);
    Check::true(in_array($code, [0, 128 + $signal], true), "the exit status is $code");

    return $code !== 0;
}, most: 4);
Check::between(4, 8, array_sum($ended), 'how often the signal came in time');
echo "done\n";
?>
--EXPECT--
done
