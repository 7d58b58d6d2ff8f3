<?php
/*
 * The logs of all processes as intervals: which process certainly held which lock, and which one waited. Used by Hammer,
 * judged by HammerSweep.
 *
 * A process certainly holds a lock from the return of lock() to the first of these moments: the call of the release; the
 * end of the validity as the holder saw it; the last record before the holder was killed. A holder that was stopped
 * beyond its validity counts as a holder only until the end of the validity.
 */

declare(strict_types=1);

namespace Tests;

final class HammerHistory
{
    /** @var list<array{name: string, from: int, to: int, fence: ?int, kind: string}> */
    public array $holds = [];
    /** @var list<array{name: string, from: int, to: int}> waits, without the time in which the process was stopped */
    public array $waits = [];
    /** The longest wait that ended with a lock, in ns. */
    public int $longestWait = 0;
    /** Calls that ended with an exception because Redis could not be asked. */
    public int $unknown = 0;
    /** Releases that found the lock lost while it was still valid by the holder's clock. */
    public int $lost = 0;

    /**
     * Adds the log of one process.
     *
     * @param list<list<string>> $records as HammerLog has them
     * @param list<array{int, int}> $stops
     */
    public function add(array $records, ?int $killed = null, array $stops = []): void
    {
        $wait = $hold = null;
        $until = 0;
        foreach ($records as $record) {
            [$stamp, $what, $name] = [(int) $record[0], $record[1], $record[2]];
            if ($wait !== null) {
                $waited = $this->addWait($wait, $stamp, $stops);
                $this->longestWait = max($this->longestWait, $what === 'held' ? $waited : 0);
                $wait = null;
            }
            switch ($what) {
                case 'wait':
                    $wait = ['name' => $name, 'from' => $stamp];
                    break;
                case 'held':
                    $until = (int) $record[3];
                    $fence = $record[4] === '-' ? null : (int) $record[4];
                    // There is no later record: the process was killed here.
                    $hold = ['name' => $name, 'from' => $stamp, 'to' => $stamp, 'fence' => $fence, 'kind' => $record[5] ?? 'lock'];
                    break;
                case 'leave':
                    $hold['to'] = min($stamp, $until);
                    break;
                case 'left':
                    $this->lost += $record[3] === '0' && $stamp < $until ? 1 : 0;
                    break;
                case 'unknown':
                    $this->unknown++;
            }
            if ($hold !== null && $what !== 'held') {
                $this->addHold($hold, $until);
                $hold = null;
            }
        }
        if ($hold !== null) {
            $this->addHold($hold, $until);
        }
        if ($wait !== null) {
            $this->addWait($wait, $killed ?? $wait['from'], $stops);
        }
    }

    /** @param array{name: string, from: int, to: int, fence: ?int, kind: string} $hold */
    private function addHold(array $hold, int $until): void
    {
        // The validity was over when lock() returned: the process was stopped just then, and held nothing.
        if ($hold['from'] < $until) {
            $this->holds[] = $hold;
        }
    }

    /**
     * @param array{name: string, from: int} $wait
     * @param list<array{int, int}> $stops
     * @return int the length in ns, without the stops
     */
    private function addWait(array $wait, int $to, array $stops): int
    {
        $waited = 0;
        $from = $wait['from'];
        foreach ([...$stops, [$to, $to]] as [$stopped, $resumed]) {
            $part = min($stopped, $to) - $from;
            if ($part > 0) {
                $this->waits[] = ['name' => $wait['name'], 'from' => $from, 'to' => $from + $part];
                $waited += $part;
            }
            $from = max($from, $resumed);
        }

        return $waited;
    }
}
