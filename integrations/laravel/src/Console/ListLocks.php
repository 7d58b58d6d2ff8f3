<?php
/*
 * The command lock:list for operators, which shows the locks of a store and never a full owner token, because that token is the
 * right to release the lock. MutexServiceProvider adds the command.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Console;

use Illuminate\Console\Command;
use Illuminate\Console\Scheduling\CacheSchedulingMutex;
use RedisMutexLock\Laravel\LockNames;
use RedisMutexLock\Laravel\MutexStore;

final class ListLocks extends Command
{
    use FindsStore;

    /** The longest list, because Redis sends the value of each string, and the memory for so many is there. */
    private const MOST = 100_000;

    /** Seconds from which a lock has no expiry, because Laravel's drivers write a year or no end at all. */
    private const NEVER = 30_000_000;

    protected $signature = 'lock:list
        {pattern? : Names to list, as a pattern of Redis: order:*}
        {--store= : The cache store, if it is not the default one}
        {--all : Show strings too that do not look like a lock}
        {--json : Print JSON}';

    protected $description = 'List the locks that are held now';

    public function handle(): int
    {
        return $this->withStore($this->show(...));
    }

    private function show(MutexStore $store): int
    {
        $strings = $this->strings($store);
        $locks = array_values(array_filter($strings, fn (array $string): bool => $this->option('all') || self::isLock($string)));
        $hidden = count($strings) - count($locks);
        $names = new LockNames(new EventNames($this->laravel));
        if ($this->option('json')) {
            $this->line(Cell::json(array_map(static fn (array $lock): array => self::forMachines($lock, $names), $locks)));
        } elseif ($locks === []) {
            $this->line($hidden === 0 ? 'No locks are held.' : 'No lock is held whose owner Laravel or this driver has made.');
        } else {
            $rows = array_map(static fn (array $lock): array => self::forPersons($lock, $names), $locks);
            $this->table(['Name', 'Expires in', 'Waiting', 'Owner', 'Held by', 'Oldest'], $rows);
        }
        $servers = $store->quorumServers();
        if ($servers !== null && !$this->option('json')) {
            $this->line(sprintf('%d servers, %d needed.', $servers, intdiv($servers, 2) + 1));
        }
        if ($hidden > 0 && !$this->option('json')) {
            $this->note("Strings that do not have the owner of a lock as their value: $hidden. To see them, give --all.");
        }
        if (count($strings) === self::MOST) {
            $this->note('There may be more locks: give a pattern that fits fewer names.');
        }

        return 0;
    }

    /** @return list<array{name: string, remaining: ?float, waiters: int, oldest: ?float, owner: string, host: ?string, pid: ?int, mine: bool, shares?: int}> */
    private function strings(MutexStore $store): array
    {
        $pattern = $this->argument('pattern') ?? '*';
        $strings = $store->strings($pattern, self::MOST);
        // No version of Laravel has more of the scheduler among the cache values than this mutex.
        $values = $store->ofEvents(CacheSchedulingMutex::class);
        if ($values === $store) {
            return $strings;
        }
        $found = array_filter(
            $values->strings($pattern, self::MOST),
            static fn (array $string): bool => EventNames::mutexOf($string['name']) !== null,
        );

        $all = array_column($found, null, 'name') + array_column($strings, null, 'name');
        ksort($all, SORT_STRING);

        return array_values($all);
    }

    /** Writes to the error output, so that the list itself stays fit for other programs. */
    private function note(string $text): void
    {
        $this->getOutput()->getErrorStyle()->writeln($text);
    }

    /**
     * Returns whether a value is a token of this driver, or the owner that another driver of Laravel makes, or shares.
     *
     * @param array{owner: string, shares?: int, ...} $string
     */
    private static function isLock(array $string): bool
    {
        return ($string['shares'] ?? 0) > 0 || preg_match('/\A([0-9a-f]{32}|[0-9A-Za-z]{16,20})\z/', $string['owner']) === 1;
    }

    /**
     * @param array{name: string, remaining: ?float, waiters: int, oldest: ?float, owner: string, host: ?string, pid: ?int, mine: bool, shares?: int} $lock
     * @return array{name: string, expires_in: ?float, waiting: int, owner: string, host: ?string, pid: ?int, oldest: ?float, shares: int, meaning?: string}
     */
    private static function forMachines(array $lock, LockNames $names): array
    {
        $seconds = $lock['remaining'];
        $meaning = $names->meaning($lock['name']);

        return [
            'name' => $lock['name'],
            'expires_in' => $seconds === null || $seconds >= self::NEVER ? null : round($seconds, 3),
            'waiting' => $lock['waiters'],
            'owner' => Cell::owner($lock),
            'host' => $lock['host'],
            'pid' => $lock['pid'],
            'oldest' => $lock['oldest'] === null ? null : round($lock['oldest'], 3),
            'shares' => $lock['shares'] ?? 0,
        ] + ($meaning === null ? [] : ['meaning' => $meaning]);
    }

    /**
     * @param array{name: string, remaining: ?float, waiters: int, oldest: ?float, owner: string, host: ?string, pid: ?int, mine: bool, shares?: int} $lock
     * @return list<string>
     */
    private static function forPersons(array $lock, LockNames $names): array
    {
        $row = self::forMachines($lock, $names);
        ['expires_in' => $expires, 'owner' => $owner] = $row;
        $name = Cell::text($lock['name']);
        $meaning = isset($row['meaning']) ? Cell::text($row['meaning']) : null;

        return [
            match (true) {
                $meaning === null => $name,
                // The name of an event's lock says nothing to a person, and --json has it.
                EventNames::mutexOf($lock['name']) !== null => $meaning,
                default => "$name\n  $meaning",
            },
            $expires === null ? 'never' : sprintf('%.1f s', $expires),
            (string) $lock['waiters'],
            Cell::text($owner),
            Cell::holder($lock),
            $lock['oldest'] === null ? '' : sprintf('%.1f s', $lock['oldest']),
        ];
    }
}
