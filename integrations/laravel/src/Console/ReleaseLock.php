<?php
/*
 * The command lock:release for operators, which shows who holds a lock, asks, and releases the lock of that owner alone, because
 * another process may have got it in the meantime. MutexServiceProvider adds the command.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Console;

use Illuminate\Console\Command;
use RedisMutexLock\Laravel\MutexStore;
use RedisMutexLockException;
use SensitiveParameter;

final class ReleaseLock extends Command
{
    use FindsStore;

    protected $signature = 'lock:release
        {name : The name of the lock, without prefixes}
        {--store= : The cache store, if it is not the default one}
        {--force : Release it without a question}';

    protected $description = 'Release a lock, whoever holds it';

    public function handle(): int
    {
        return $this->withStore($this->release(...));
    }

    private function release(MutexStore $store): int
    {
        $name = (string) $this->argument('name');
        $mutex = EventNames::mutexOf($name);
        $store = $mutex === null ? $store : $store->ofEvents($mutex);
        $shown = Cell::text($name);
        $owner = $this->option('force') ? null : $store->owner($name);
        $isShown = $owner !== null && $owner !== '';
        if ($isShown) {
            $this->line("[$shown] is held by " . self::about($store, $name, $owner) . '.');
        }
        $shares = $owner === '' ? self::found($store, $name) : null;
        if ($shares !== null && ($shares['shares'] ?? 0) > 0) {
            $this->line("[$shown] is held by " . self::holder($shares) . '.');
        }
        if (!$this->option('force') && !$this->confirm("Release [$shown]? Its owner goes on working without the lock.")) {
            $this->line('Nothing was released.' . ($this->input->isInteractive() ? '' : ' There is nobody to ask, so give --force.'));

            return 1;
        }
        if ($isShown && !$store->unlockOf($name, $owner)) {
            $this->line("That owner holds [$shown] no longer. Nothing was released.");

            return 1;
        }
        if (!$isShown && !$store->forceUnlock($name)) {
            $this->line("[$shown] is not locked.");

            return 1;
        }
        $this->line("Released [$shown].");

        return 0;
    }

    /** Returns what is known of the owner. */
    private static function about(MutexStore $store, string $name, #[SensitiveParameter] string $owner): string
    {
        $found = self::found($store, $name);
        if ($found === null || $found['owner'] !== $owner) {
            return 'an owner that begins with ' . Cell::text(substr($owner, 0, 8));
        }

        return self::holder($found);
    }

    /** @return array{remaining: ?float, waiters: int, owner: string, host: ?string, pid: ?int, shares?: int, ...}|null */
    private static function found(MutexStore $store, string $name): ?array
    {
        try {
            return $store->string($name);
        } catch (RedisMutexLockException) {
            // The user in Redis may release locks without the right to list them.
            return null;
        }
    }

    /** @param array{remaining: ?float, waiters: int, host: ?string, pid: ?int, shares?: int, ...} $found */
    private static function holder(array $found): string
    {
        $end = $found['remaining'] === null ? 'it has no end' : sprintf('it ends in %.1f s unless it is renewed', $found['remaining']);

        return Cell::holder($found) . "; $end; $found[waiters] waiting";
    }
}
