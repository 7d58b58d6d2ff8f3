<?php
/*
 * `php think lock:release order:42`: releases a lock, whoever holds it. It asks before, unless it has the option -f. It does
 * not stop the owner's work. Used by operators.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\command;

use RedisMutexLock\Think\Lock;
use think\console\Command;
use think\console\Input;
use think\console\input\Argument;
use think\console\input\Option;
use think\console\Output;

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
        // A name may have any bytes, and a terminal obeys some of them.
        $shown = addcslashes($name, "\0..\37\177");
        $question = "Release [$shown]? Its owner goes on working without the lock.";
        if (!$input->getOption('force') && !$output->confirm($input, $question, false)) {
            return 1;
        }
        $released = $this->app->make(Lock::class)->native()->forceUnlock($name);
        $output->writeln($released ? "Released [$shown]." : "[$shown] is not locked.");

        return $released ? 0 : 1;
    }
}
