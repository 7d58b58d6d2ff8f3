<?php
/*
 * The command `php think lock:release order:42` for operators, which releases the lock of any owner and asks before that, unless
 * it has the option -f. The owner's work goes on.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\command;

use InvalidArgumentException;
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
        // ThinkPHP would obey a name such as <error>, so `<` is escaped. The question is printed without the backslash.
        $escaped = str_replace('<', '\\<', $shown);
        $question = "Release [$escaped]? Its owner goes on working without the lock.";
        if (!$input->getOption('force') && !$output->confirm($input, $question, false)) {
            return 1;
        }
        try {
            $released = $this->app->make(Lock::class)->native()->forceUnlock($name);
        } catch (RedisMutexLockException|InvalidArgumentException|ValueError $e) {
            $output->writeln(LockList::shown($e->getMessage()), Output::OUTPUT_RAW);

            return 1;
        }
        $output->writeln($released ? "Released [$shown]." : "[$shown] is not locked.", Output::OUTPUT_RAW);

        return $released ? 0 : 1;
    }
}
