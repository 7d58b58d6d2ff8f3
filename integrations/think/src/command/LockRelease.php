<?php
/*
 * The command `php think lock:release order:42` for operators, which shows who holds a lock, asks, and releases the lock of that
 * owner alone, because another process may have got it in the meantime. -f releases the lock of any owner without a question. The
 * owner's work goes on.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\command;

use InvalidArgumentException;
use RedisMutexLock;
use RedisMutexLock\Think\Lock;
use RedisMutexLockException;
use SensitiveParameter;
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
        try {
            $lock = $this->app->make(Lock::class)->native();
            $owner = $input->getOption('force') ? null : $lock->owner($name);
            $isShown = $owner !== null && $owner !== '';
            if ($isShown) {
                $output->writeln("[$shown] is held by " . self::about($lock, $name, $owner) . '.', Output::OUTPUT_RAW);
            }
            $shares = $owner === '' ? self::found($lock, $name) : null;
            if ($shares !== null && ($shares['shares'] ?? 0) > 0) {
                $output->writeln("[$shown] is held by " . self::holder($shares) . '.', Output::OUTPUT_RAW);
            }
            if (!$input->getOption('force') && !$output->confirm($input, $question, false)) {
                return 1;
            }
            if ($isShown && !$lock->unlock($name, $owner)) {
                $output->writeln("That owner holds [$shown] no longer. Nothing was released.", Output::OUTPUT_RAW);

                return 1;
            }
            $released = $isShown || $lock->forceUnlock($name);
        } catch (RedisMutexLockException|InvalidArgumentException|ValueError $e) {
            $output->writeln(LockList::shown($e->getMessage()), Output::OUTPUT_RAW);

            return 1;
        }
        $output->writeln($released ? "Released [$shown]." : "[$shown] is not locked.", Output::OUTPUT_RAW);

        return $released ? 0 : 1;
    }

    /** Returns what is known of the owner. */
    private static function about(RedisMutexLock $lock, string $name, #[SensitiveParameter] string $owner): string
    {
        $found = self::found($lock, $name);
        if ($found === null || $found['owner'] !== $owner) {
            return 'an owner that begins with ' . LockList::shown(substr($owner, 0, 8));
        }

        return self::holder($found);
    }

    /** @return array{remaining: ?float, waiters: int, owner: string, host: ?string, pid: ?int, shares?: int, ...}|null */
    private static function found(RedisMutexLock $lock, string $name): ?array
    {
        try {
            // The name stands for itself in this pattern.
            return $lock->list(addcslashes($name, '*?[]\\^-'), 1)[0] ?? null;
        } catch (RedisMutexLockException) {
            // The user in Redis may release locks without the right to list them.
            return null;
        }
    }

    /** @param array{remaining: ?float, waiters: int, host: ?string, pid: ?int, shares?: int, ...} $found */
    private static function holder(array $found): string
    {
        $end = $found['remaining'] === null ? 'it has no end' : sprintf('it ends in %.1f s unless it is renewed', $found['remaining']);

        return LockList::holder($found) . "; $end; $found[waiters] waiting";
    }
}
