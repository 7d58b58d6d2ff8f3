--TEST--
The hammer's sweep finds overlaps, shares beyond their limit, disordered fencing tokens, lost locks and gaps in made-up logs, and nothing in good logs
--FILE--
<?php
/** One log for each process; its last line may be torn. A wait may end with a kill at 100. */
function history(string ...$logs): HammerHistory
{
    $history = new HammerHistory();
    foreach ($logs as $log) {
        $history->add(HammerLog::records(preg_replace('/^\s+/m', '', $log)), 100);
    }

    return $history;
}

/** @param array{overlaps?: int, many?: int, together?: int, fences?: int, lost?: int, gap?: int, holds?: int} $expected 0 for a missing key */
function judge(string $what, HammerHistory $history, array $expected): void
{
    Check::same($expected['overlaps'] ?? 0, HammerSweep::overlaps($history), "$what: overlaps");
    Check::same($expected['many'] ?? 0, HammerSweep::tooMany($history), "$what: shares beyond the limit");
    Check::same($expected['together'] ?? 0, HammerSweep::mostTogether($history), "$what: shares at a time");
    Check::same($expected['fences'] ?? 0, HammerSweep::fencesOutOfOrder($history), "$what: fences out of order");
    Check::same($expected['lost'] ?? 0, $history->lost, "$what: lost");
    Check::same($expected['gap'] ?? 0, HammerSweep::longestGap($history), "$what: the longest gap");
    Check::same($expected['holds'], count($history->holds), "$what: holds");
}

$first = "1 wait a\n 2 held a 50 7\n 10 leave a\n 12 left a 1\n";
judge('one after the other', history($first, "11 held a 60 8\n 20 leave a\n"), ['holds' => 2, 'gap' => 1]);
judge('another name', history($first, "3 held b 60 -\n 20 leave b\n"), ['holds' => 2, 'gap' => 1]);
judge('an overlap', history($first, "9 held a 60 8\n 20 leave a\n"), ['holds' => 2, 'overlaps' => 1, 'gap' => 1]);
$long = "2 held a 50 7\n 40 leave a\n";
judge('two inside of a third', history($long, "3 held a 60 8\n 4 leave a\n", "30 held a 60 9\n 31 leave a\n"), [
    'holds' => 3, 'overlaps' => 2,
]);

$share = static fn (int $from, int $to, string $kind, string $name = 'a'): string
    => "$from held $name 90 - $kind\n $to leave $name\n $to left $name 1\n";
judge('shares beside each other', history($share(2, 40, 'share'), $share(3, 50, 'share')), ['holds' => 2, 'together' => 2]);
judge('a lock beside a share', history($share(2, 40, 'share'), $share(3, 50, 'lock')), ['holds' => 2, 'overlaps' => 1, 'together' => 1]);
judge('a share beside a lock', history($share(2, 40, 'lock'), $share(3, 50, 'share3')), ['holds' => 2, 'overlaps' => 1, 'together' => 1]);
$long = [$share(2, 80, 'share'), $share(3, 5, 'share')];
judge('a lock inside of the longer share', history(...[...$long, $share(10, 20, 'lock')]), ['holds' => 3, 'overlaps' => 1, 'together' => 2]);
judge('a lock behind both', history(...[...$long, $share(80, 85, 'lock')]), ['holds' => 3, 'together' => 2]);
$two = [$share(2, 40, 'share2'), $share(3, 50, 'share2')];
judge('as many as the limit', history(...[...$two, $share(40, 60, 'share2')]), ['holds' => 3, 'together' => 2]);
judge('more than the limit', history(...[...$two, $share(39, 60, 'share2')]), ['holds' => 3, 'together' => 3, 'many' => 1]);
judge('another name', history(...[...$two, $share(39, 60, 'share2', 'b')]), ['holds' => 3, 'together' => 2]);
judge('a higher limit beside it', history(...[...$two, $share(39, 60, 'share3')]), ['holds' => 3, 'together' => 3]);
judge('one without a limit beside it', history(...[...$two, $share(39, 60, 'share')]), ['holds' => 3, 'together' => 3]);

$stopped = "2 held a 50 7\n 90 leave a\n 91 left a 0\n";
judge('validity that ended during a stop', history($stopped, "51 held a 99 8\n 60 leave a\n"), ['holds' => 2]);
judge('validity that had not ended', history($stopped, "49 held a 99 8\n 60 leave a\n"), ['holds' => 2, 'overlaps' => 1]);
judge('validity that was over at once', history("60 held a 60 -\n 70 leave a\n", "2 held a 90 7\n 80 leave a\n"), ['holds' => 1]);

$killed = "1 wait a\n 2 held a 50 7\n 10 lea";
judge('a holder that was killed', history($killed, "11 held a 60 8\n 20 leave a\n"), ['holds' => 2, 'gap' => 1]);
judge('killed inside of another hold', history($killed, "1 held a 60 6\n 20 leave a\n"), ['holds' => 2, 'overlaps' => 1]);

judge('the same fence again', history($first, "11 held a 60 7\n 20 leave a\n"), ['holds' => 2, 'fences' => 1, 'gap' => 1]);
$without = "11 held a 60 -\n 12 leave a\n";
judge('a lower fence, one without between', history($first, $without, "13 held a 60 6\n 14 leave a\n"), [
    'holds' => 3, 'fences' => 1, 'gap' => 1,
]);
judge('not mine though it was valid', history("2 held a 50 7\n 10 leave a\n 12 left a 0\n"), ['holds' => 1, 'lost' => 1]);

judge('a waiter that is killed', history("2 held a 50 7\n 10 leave a\n", "5 wait a\n"), ['holds' => 1, 'gap' => 90]);
$owner = "2 held a 50 7\n 10 leave a\n";
judge('waiters in turn', history($owner, "5 wait a\n 30 busy a\n", "40 wait a\n 60 held a 99 8\n"), [
    'holds' => 2, 'gap' => 40,
]);
$patient = new HammerHistory();
$patient->add(HammerLog::records("10 wait a\n80 held a 99 1\n"), 100, [[20, 30], [40, 75]]);
judge('stops are no waiting', $patient, ['holds' => 1, 'gap' => 25]);
Check::same(25, $patient->longestWait, 'the longest wait, without the stops');

echo 'done';
?>
--EXPECT--
done
