<?php
/*
 * The command `php think lock:list 'order:*'` for operators, which shows the locks that any process holds now, and changes
 * nothing.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\command;

use InvalidArgumentException;
use RedisMutexLock\Think\Lock;
use RedisMutexLockException;
use think\console\Command;
use think\console\Input;
use think\console\input\Argument;
use think\console\Output;
use think\console\Table;
use ValueError;

final class LockList extends Command
{
    private const LIMIT = 1000;
    /** Seconds from which a lifetime means none, because other libraries write a long one for that. */
    private const NEVER = 30_000_000;
    /** The digits of an owner token that are shown, because a full token is the right to release the lock. */
    private const DIGITS = 8;

    protected function configure(): void
    {
        $this->setName('lock:list')
            ->setDescription('List the locks that are held now')
            ->addArgument('pattern', Argument::OPTIONAL, 'Names to list, as a pattern of Redis: order:*', '*');
    }

    protected function execute(Input $input, Output $output): int
    {
        try {
            $lock = $this->app->make(Lock::class);
            $locks = $lock->native()->list($input->getArgument('pattern'), self::LIMIT);
            $servers = $lock->quorumServers();
        } catch (RedisMutexLockException|InvalidArgumentException|ValueError $e) {
            $output->writeln(self::shown($e->getMessage()), Output::OUTPUT_RAW);

            return 1;
        }
        if ($locks === []) {
            $output->writeln('No locks are held.');
        } else {
            $table = new Table();
            $table->setHeader(['Name', 'Expires in', 'Waiting', 'Owner', 'Held by', 'Oldest']);
            $table->setRows(array_map(self::row(...), $locks));
            // ThinkPHP's output would obey a name such as <error>.
            $output->writeln($table->render(), Output::OUTPUT_RAW);
        }
        if ($servers !== null) {
            $output->writeln(sprintf('%d servers, %d needed.', $servers, intdiv($servers, 2) + 1));
        }
        if (count($locks) === self::LIMIT) {
            $output->writeln('There may be more locks: give a pattern that fits fewer names.');
        }

        return 0;
    }

    /**
     * Returns a name, an owner or a message as a terminal may show it. A terminal obeys some of the bytes that a name may have,
     * and others turn the direction of the text, so that one name looks like another. LockRelease shows names by it too.
     */
    public static function shown(string $bytes): string
    {
        $bytes = addcslashes($bytes, "\0..\37\177");
        // C1 controls, characters without a shape of their own, such as those that turn the direction, and separators of lines.
        $unseen = '/[\x{80}-\x{9f}\p{Cf}\p{Zl}\p{Zp}]/u';
        $shown = preg_replace_callback($unseen, static fn (array $found): string => trim((string) json_encode($found[0]), '"'), $bytes);

        // Null: the text is no UTF-8.
        return $shown ?? addcslashes($bytes, "\200..\377");
    }

    /**
     * @param array{name: string, remaining: ?float, waiters: int, oldest: ?float, owner: string, host: ?string, pid: ?int, mine: bool, shares?: int} $lock
     * @return list<string>
     */
    private static function row(array $lock): array
    {
        $remaining = $lock['remaining'];

        return [
            self::shown($lock['name']),
            $remaining === null || $remaining >= self::NEVER ? 'never' : sprintf('%.1f s', $remaining),
            (string) $lock['waiters'],
            // The first digits of a token of the class say which host made it, so those at its end tell it from others.
            self::shown(substr($lock['owner'], $lock['pid'] === null ? 0 : -self::DIGITS, self::DIGITS)),
            self::holder($lock),
            $lock['oldest'] === null ? '' : sprintf('%.1f s', $lock['oldest']),
        ];
    }

    /**
     * Returns the process that made the owner of a lock, or how many have shares. A host of six characters may have more in front
     * of them. LockRelease shows it too.
     *
     * @param array{host: ?string, pid: ?int, shares?: int, ...} $lock
     */
    public static function holder(array $lock): string
    {
        ['host' => $host, 'pid' => $pid] = $lock;
        $shares = $lock['shares'] ?? 0;
        if ($shares > 0) {
            return $shares === 1 ? '1 share' : "$shares shares";
        }
        if ($pid === null) {
            return 'another library';
        }

        return ((string) $host === '' ? '' : (strlen((string) $host) === 6 ? '…' : '') . "$host, ") . "pid $pid";
    }
}
