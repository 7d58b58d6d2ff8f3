<?php
/*
 * `php think lock:list 'order:*'`: the locks that are held now, by any process. It changes nothing. Used by operators.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\command;

use RedisMutexLock\Think\Lock;
use think\console\Command;
use think\console\Input;
use think\console\input\Argument;
use think\console\Output;
use think\console\Table;

final class LockList extends Command
{
    private const LIMIT = 1000;
    /** Other libraries write a long lifetime where they mean none. */
    private const NEVER = 30_000_000;
    /** A whole owner token entitles to release the lock. */
    private const DIGITS = 8;

    protected function configure(): void
    {
        $this->setName('lock:list')
            ->setDescription('List the locks that are held now')
            ->addArgument('pattern', Argument::OPTIONAL, 'Names to list, as a pattern of Redis: order:*', '*');
    }

    protected function execute(Input $input, Output $output): int
    {
        $locks = $this->app->make(Lock::class)->native()->list($input->getArgument('pattern'), self::LIMIT);
        if ($locks === []) {
            $output->writeln('No locks are held.');

            return 0;
        }
        $table = new Table();
        $table->setHeader(['Name', 'Expires in', 'Waiting', 'Owner']);
        $table->setRows(array_map(self::row(...), $locks));
        $this->table($table);
        if (count($locks) === self::LIMIT) {
            $output->writeln('There may be more locks: give a pattern that fits fewer names.');
        }

        return 0;
    }

    /**
     * @param array{name: string, remaining: ?float, waiters: int, owner: string, mine: bool} $lock
     * @return list<string>
     */
    private static function row(array $lock): array
    {
        $remaining = $lock['remaining'];

        return [
            // A name may have any bytes, and a terminal obeys some of them.
            addcslashes($lock['name'], "\0..\37\177"),
            $remaining === null || $remaining >= self::NEVER ? 'never' : sprintf('%.1f s', $remaining),
            (string) $lock['waiters'],
            addcslashes(substr($lock['owner'], 0, self::DIGITS), "\0..\37\177"),
        ];
    }
}
