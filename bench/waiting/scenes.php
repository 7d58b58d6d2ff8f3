<?php

declare(strict_types=1);

/** Lets crews want the same names for some time. A contestant whose lock lets too many in is none, so that ends the run. */
final class Scenes
{
    private int $names = 0;

    public function __construct(private readonly Contention $contention)
    {
    }

    /**
     * @param non-empty-array<string, Crew> $crews by the names of their roles
     * @return array<string, Turns> role => the turns of its crew
     */
    public function run(array $crews, float $seconds): array
    {
        $name = 'scene-' . ++$this->names;
        $members = [];
        foreach ($crews as $role => $crew) {
            for ($i = 0; $i < $crew->size; $i++) {
                $members[] = $role;
            }
        }
        foreach ($members as $member => $role) {
            $this->contention->tell($member, ...$crews[$role]->order($name, $seconds));
            $this->contention->hear($member); // ready
        }
        $end = hrtime(true) + (int) ($seconds * 1e9);
        foreach (array_keys($members) as $member) {
            $this->contention->tell($member, 'go');
        }
        $lines = array_fill_keys(array_keys($crews), []);
        foreach ($members as $member => $role) {
            $lines[$role][] = $this->contention->hear($member);
        }
        $turns = array_map(static fn (array $ofCrew) => Turns::of($ofCrew, $end, $seconds), $lines);
        self::refuseTooMany($crews, $turns);

        return $turns;
    }

    /**
     * Throws if more processes had a name at once than one of them shares it with.
     *
     * @param array<string, Crew> $crews @param array<string, Turns> $turns
     */
    public static function refuseTooMany(array $crews, array $turns): void
    {
        $changes = [];
        foreach ($turns as $role => $ofCrew) {
            foreach ($ofCrew->all() as $turn) {
                foreach (explode(',', $turn['names']) as $name) {
                    $changes[$name][] = [$turn['locked'], 1, $crews[$role]->together ?? PHP_INT_MAX];
                    $changes[$name][] = [$turn['unlocking'], -1, $crews[$role]->together ?? PHP_INT_MAX];
                }
            }
        }
        foreach ($changes as $name => $ofName) {
            sort($ofName); // in the order of time, and a release before another one's turn that begins in the same nanosecond
            $inside = [];
            foreach ($ofName as [, $change, $together]) {
                $inside[$together] = ($inside[$together] ?? 0) + $change;
                $all = array_sum($inside);
                if ($all > min([PHP_INT_MAX, ...array_keys(array_filter($inside))])) {
                    throw new RuntimeException("$all processes had $name at once.");
                }
            }
        }
    }
}
