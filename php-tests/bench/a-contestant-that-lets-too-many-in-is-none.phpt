--TEST--
A contestant whose lock lets in more processes than it may ends the run, and the figures of a crew are those of its turns
--FILE--
<?php
$root = dirname(realpath(__DIR__ . '/../lib'), 2);
require "$root/bench/load.php";

/** @param list<string> $lines of the processes, as take_turns_with_pauses() prints them, in microseconds */
function turns(array $lines): Turns
{
    $inNanoseconds = static fn (string $line): string => preg_replace('/\d+(?=\/)/', '${0}000', $line);

    return Turns::of(array_map($inNanoseconds, $lines), 1_000_000, 0.001);
}

/** @param array<string, array{?int, list<string>}> $roles role => how many may be inside together, and the lines of its processes */
function refusal(array $roles): ?string
{
    $crews = array_map(static fn (array $role) => new Crew('any', count($role[1]), $role[0], [1, 1]), $roles);
    try {
        Scenes::refuseTooMany($crews, array_map(static fn (array $role) => turns($role[1]), $roles));
    } catch (RuntimeException $e) {
        return $e->getMessage();
    }

    return null;
}

foreach ([
    'two locks' => [['w' => [1, ['1/10/20/a', '1/19/30/a']]], '2 processes had a at once.'],
    'one behind the other' => [['w' => [1, ['1/10/20/a', '1/20/30/a']]], null],
    'two names' => [['w' => [1, ['1/10/20/a', '1/19/30/b']]], null],
    'sets with a common name' => [['w' => [1, ['1/10/20/a,b', '1/19/30/b,c']]], '2 processes had b at once.'],
    'shares' => [['r' => [null, ['1/10/20/a', '1/11/20/a', '1/12/20/a']]], null],
    'a lock beside shares' => [['r' => [null, ['1/10/20/a', '1/11/20/a']], 'w' => [1, ['1/19/30/a']]], '3 processes had a at once.'],
    'a lock behind shares' => [['r' => [null, ['1/10/20/a', '1/11/20/a']], 'w' => [1, ['1/20/30/a']]], null],
    'a share beside a lock' => [['w' => [1, ['1/10/20/a']], 'r' => [null, ['1/15/16/a']]], '2 processes had a at once.'],
    'as many as the limit' => [['p' => [2, ['1/10/20/a', '1/11/20/a 21/22/30/a', '1/20/30/a']]], null],
    'more than the limit' => [['p' => [2, ['1/10/20/a', '1/11/20/a', '1/19/30/a']]], '3 processes had a at once.'],
    'a call that timed out' => [['w' => [1, ['1/10/20/a', '1/0/0/a']]], null],
] as $case => [$roles, $expected]) {
    Check::same($expected, refusal($roles), $case);
}

// The scene ends at 1000 µs. The last turn of the second process was waited for until then.
$turns = turns(['0/100/300/a 300/400/500/a', '0/300/400/a 400/1500/1600/a', '0/500/600/a 600/0/0/a']);
Check::same(4000.0, $turns->perSecond(), 'turns a second');
Check::same(0.5, $turns->evenness(), 'the fewest turns of the most');
Check::same([1e-4, 1e-4, 3e-4, 1.1e-3, 5e-4], $turns->waits(), 'all waits');
Check::same([2e-4, 1e-4, 1e-4, 1e-4, 1e-4], $turns->sections(), 'all sections');
Check::same(1, $turns->timeouts(), 'calls that timed out');
Check::same(0.0, turns(['0/100/200/a', ''])->evenness(), 'a process without a turn');
echo "done\n";
?>
--EXPECT--
done
