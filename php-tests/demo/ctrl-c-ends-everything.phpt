--TEST--
Ctrl-C at any moment of the demo ends all its processes and its Redis at once, with exit status 130
--FILE--
<?php
$cases = [];
// At the very start, when Redis runs, and at the start of each scene; each time right away, and some time later.
foreach ([0, 1, 6, 7, 16, 17] as $lines) {
    foreach ([30_000, 600_000] as $longest) {
        $cases["line $lines, up to $longest us later"] = [$lines, $longest];
    }
}
$interrupted = Together::each($cases, function (array $case): bool {
    [$lines, $longest] = $case;
    $demo = new Demo(80);
    $demo->read($lines);
    $later = random_int(0, $longest);
    usleep($later);
    $demo->interrupt();
    $demo->ends("after Ctrl-C $later us behind line $lines");
    $demo->read();
    $code = $demo->process->wait(10);
    // It may have been faster than Ctrl-C.
    if ($code === 0 && str_contains($demo->output, 'hello.php')) {
        return false;
    }
    Check::same(130, $code, "the exit status after Ctrl-C $later us behind line $lines:\n$demo->output");

    return true;
}, most: 4);
Check::between(6, 12, array_sum($interrupted), 'how often Ctrl-C came in time');
echo "done\n";
?>
--EXPECT--
done
