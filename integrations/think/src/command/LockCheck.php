<?php
/*
 * The command `php think lock:check` for operators and for monitoring, which says whether the servers of the locks are fit for
 * locks, and what to do where one is not. It changes no lock.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\command;

use Exception;
use RedisMutexLock\Think\Lock;
use think\console\Command;
use think\console\Input;
use think\console\input\Option;
use think\console\Output;
use ValueError;

final class LockCheck extends Command
{
    /** The exit statuses of a monitoring plugin. */
    private const STATUS = ['good' => 0, 'warning' => 1, 'bad' => 2];
    private const UNKNOWN = 3;

    protected function configure(): void
    {
        $this->setName('lock:check')
            ->setDescription('Say whether the servers of the locks are in order, and what to do')
            ->addOption('json', '', Option::VALUE_NONE, 'Print JSON');
    }

    protected function execute(Input $input, Output $output): int
    {
        try {
            /** @var list<array{server: string, what: string, state: 'good'|'warning'|'bad', found: string, advice: ?string}> $rows */
            $rows = $this->app->make(Lock::class)->check();
        } catch (Exception|ValueError $e) {
            $output->writeln(LockList::shown($e->getMessage()), Output::OUTPUT_RAW);

            return self::UNKNOWN;
        }
        if ($input->getOption('json')) {
            $output->writeln((string) json_encode($rows, JSON_INVALID_UTF8_SUBSTITUTE), Output::OUTPUT_RAW);
        }
        foreach ($input->getOption('json') ? [] : $rows as $row) {
            $line = sprintf('%-7s  %s  %-16s  %s', $row['state'], $row['server'], $row['what'], $row['found']);
            $output->writeln(LockList::shown($line), Output::OUTPUT_RAW);
            if ($row['advice'] !== null) {
                $output->writeln(LockList::shown("         $row[advice]"), Output::OUTPUT_RAW);
            }
        }

        return max(0, ...array_map(static fn (array $row): int => self::STATUS[$row['state']], $rows));
    }
}
