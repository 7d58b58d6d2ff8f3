<?php
/*
 * The command lock:check for operators and for monitoring, which says whether the servers of a store are fit for locks, and what
 * to do where one is not. It changes no lock. MutexServiceProvider adds the command.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Console;

use Illuminate\Console\Command;
use RedisMutexLock\Laravel\MutexStore;

final class CheckLocks extends Command
{
    use FindsStore;

    /** The exit statuses of a monitoring plugin. */
    private const STATUS = ['good' => 0, 'warning' => 1, 'bad' => 2];
    private const UNKNOWN = 3;

    /** The styles in which a terminal shows the states. */
    private const STYLE = ['good' => 'info', 'warning' => 'comment', 'bad' => 'error'];

    protected $signature = 'lock:check
        {--store= : The cache store, if it is not the default one}
        {--json : Print JSON}';

    protected $description = 'Say whether the servers of the locks are in order, and what to do';

    public function handle(): int
    {
        return $this->withStore($this->show(...), self::UNKNOWN);
    }

    private function show(MutexStore $store): int
    {
        $rows = $store->check();
        if ($this->option('json')) {
            $this->line(Cell::json($rows));
        }
        foreach ($this->option('json') ? [] : $rows as $row) {
            [$server, $found] = [Cell::text($row['server']), Cell::text($row['found'])];
            $style = self::STYLE[$row['state']];
            $this->line(sprintf("<$style>%-7s</$style>  %s  %-16s  %s", $row['state'], $server, $row['what'], $found));
            if ($row['advice'] !== null) {
                $this->line('         ' . Cell::text($row['advice']));
            }
        }

        return max(0, ...array_map(static fn (array $row): int => self::STATUS[$row['state']], $rows));
    }
}
