--TEST--
A target is judged only by a run that is long enough, on a machine without other work, by rounds that do not scatter
--FILE--
<?php
$root = dirname(realpath(__DIR__ . '/../lib'), 2);
require "$root/bench/load.php";

/** @return array{bool, string} whether no target was missed, and what was printed */
function judged(int $rounds, float $seconds, array $values): array
{
    $results = new Results();
    $results->set('figure', $values, Figure::RATIO);
    $targets = new Targets($results, new Trust($rounds, $seconds));
    $targets->atLeast(2, 'figure', 'as much');
    ob_start();
    $reached = $targets->reached();

    return [$reached, ob_get_clean()];
}

foreach ([
    'reached' => [5, 1, [2.1, 2.2, 2.3], true, '/^  reached +figure: as much \(at least 2\): 2.2$/m'],
    'missed' => [5, 1, [1.1, 1.2, 1.3], false, '/^  MISSED +figure: .*: 1.2$/m'],
    'scattered' => [5, 1, [1.1, 1.9, 2.8], true, '/^  not judged figure: .*half of the rounds lie between/m'],
    'few rounds' => [4, 1, [1.1, 1.2, 1.3], true, '/Nothing is judged: the run was too short, with 4 × 1 s/'],
    'short rounds' => [5, 0.1, [1.1, 1.2, 1.3], true, '/Nothing is judged: the run was too short, with 5 × 0.1 s/'],
    'not measured' => [5, 1, [], true, '/^  not judged figure: .*not measured here$/m'],
] as $case => [$rounds, $seconds, $values, $expected, $pattern]) {
    [$reached, $printed] = judged($rounds, $seconds, $values);
    Check::same($expected, $reached, "$case: no target was missed");
    Check::true(preg_match($pattern, $printed) === 1, "$case: $printed");
}

// Another process computes on both processors.
$burners = array_map(static fn () => Worker::run('while (true) {}'), [1, 2, 3, 4]);
$trust = new Trust(5, 1);
$trust->look();
Check::true(str_contains(implode($trust->doubts('en')), 'the machine was busy'), 'the machine was busy');
array_map(static fn (Worker $burner) => $burner->kill(), $burners);
echo "done\n";
?>
--EXPECT--
done
