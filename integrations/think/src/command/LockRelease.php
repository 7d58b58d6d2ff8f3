<?php
/*
 * `php think lock:release order:42`: releases a lock, whoever holds it. It asks before, unless it has the option -f. It does
 * not stop the owner's work. Used by operators.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\command;

use RedisMutexLock\Think\Lock;
use RedisMutexLockException;
use think\console\Command;
use think\console\Input;
use think\console\input\Argument;
use think\console\input\Option;
use think\console\Output;
use ValueError;

final class LockRelease extends Command
{
    protected function configure(): void
    {
        $this->setName('lock:release')
            ->setDescription('Release a lock, whoever holds it')
            ->addArgument('name', Argument::REQUIRED, 'The name of the lock, without the prefix')
            ->addOption('force', 'f', Option::VALUE_NONE, 'Release it without a question');
    }

    protected function execute(Input $input, Output $output): int
    {
        $name = $input->getArgument('name');
        $shown = LockList::shown($name);
        // ThinkPHP would obey a name such as <error>. Its output prints the rest as it is, and the question without the backslash.
        $escaped = str_replace('<', '\\<', $shown);
        $question = "Release [$escaped]? Its owner goes on working without the lock.";
        if (!$input->getOption('force') && !$output->confirm($input, $question, false)) {
            return 1;
        }
        try {
            $released = $this->app->make(Lock::class)->native()->forceUnlock($name);
        } catch (RedisMutexLockException|ValueError $e) {
            $output->writeln(LockList::shown($e->getMessage()), Output::OUTPUT_RAW);

            return 1;
        }
        $output->writeln($released ? "Released [$shown]." : "[$shown] is not locked.", Output::OUTPUT_RAW);

        return $released ? 0 : 1;
    }
}
