<?php
/*
 * The database transactions that are open when a lock is acquired. If one of them is still open when the lock is released, the
 * next owner reads what was there before the commit, which the application's log then says. Laravel's manager of transactions
 * knows them all, so nothing is connected and no event is listened to. MutexServiceProvider makes it, and MutexLock asks it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Illuminate\Contracts\Foundation\Application;
use Illuminate\Database\DatabaseTransactionRecord;
use RedisMutexLock\Laravel\Console\Cell;
use Throwable;
use WeakReference;

final class Transactions
{
    /** The service of Laravel that records the transactions of all connections. */
    private const MANAGER = 'db.transactions';

    public function __construct(private readonly Application $app)
    {
    }

    /** @return list<WeakReference<DatabaseTransactionRecord>> those that are open now, without their savepoints */
    public function open(): array
    {
        // The tests of an application may run inside a transaction of their own.
        if (!$this->app->resolved(self::MANAGER) || $this->app->runningUnitTests()) {
            return [];
        }

        return array_map(static fn (DatabaseTransactionRecord $record): WeakReference => WeakReference::create($record), $this->records());
    }

    /**
     * Logs a warning if one of the transactions is still open.
     *
     * @param string $name of the lock that was released
     * @param list<WeakReference<DatabaseTransactionRecord>> $earlier those that were open when it was acquired
     */
    public function warn(string $name, array $earlier): void
    {
        if ($earlier === []) {
            return;
        }
        $now = $this->records();
        foreach ($earlier as $record) {
            if (in_array($record->get(), $now, true)) {
                $this->log($name);

                return;
            }
        }
    }

    private function log(string $name): void
    {
        try {
            $this->app->make('log')->warning(
                'The lock ' . Cell::quoted($name) . ' was released inside a database transaction that began before the lock was acquired.'
                    . ' The next process may read the old rows until the commit, so acquire the lock first, and begin the transaction inside it.',
            );
        } catch (Throwable) {
            // A log that cannot be written must not turn a release into an error.
        }
    }

    /** @return list<DatabaseTransactionRecord> of each connection's outermost transaction */
    private function records(): array
    {
        try {
            $manager = $this->app->make(self::MANAGER);
            // Laravel 8 and 9 have the first name.
            $records = method_exists($manager, 'getTransactions') ? $manager->getTransactions() : $manager->getPendingTransactions();

            return $records->where('level', 1)->values()->all();
        } catch (Throwable) {
            // A manager of another kind must not turn an acquired or a released lock into an error.
            return [];
        }
    }
}
