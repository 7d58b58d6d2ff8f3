--TEST--
Ctrl-C at any moment of the demo of Laravel ends all its processes and its Redis at once, with exit status 130
--FILE--
<?php
Laravels::each(static function (): void {
    $cases = [];
    // When Redis runs, and at the start of each sale.
    foreach ([1, 7, 8] as $lines) {
        foreach ([30_000, 600_000] as $longest) {
            $cases["line $lines, up to $longest us later"] = [$lines, $longest];
        }
    }
    $interrupted = Together::each($cases, static function (array $case): bool {
        [$lines, $longest] = $case;
        $demo = new Demo(80, framework: 'laravel');
        $demo->read($lines);
        $later = random_int(0, $longest);
        usleep($later);
        $demo->interrupt();
        $demo->ends("after Ctrl-C $later us behind line $lines");
        $demo->read();
        $code = $demo->process->wait(10);
        // It may have been faster than Ctrl-C.
        if ($code === 0 && str_contains($demo->output, 'docs/laravel.md')) {
            return false;
        }
        Check::same(130, $code, "the exit status after Ctrl-C $later us behind line $lines:\n$demo->output");

        return true;
    }, most: 3);
    Check::between(3, 6, array_sum($interrupted), 'how often Ctrl-C came in time');
});
echo 'done';
?>
--EXPECT--
done
