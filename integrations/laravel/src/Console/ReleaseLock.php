<?php
/*
 * The command lock:release for operators, which asks first and then releases the lock of any owner. MutexServiceProvider adds
 * the command.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Console;

use Illuminate\Console\Command;
use RedisMutexLock\Laravel\MutexStore;

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
        $shown = Cell::text($name);
        if (!$this->option('force') && !$this->confirm("Release [$shown]? Its owner goes on working without the lock.")) {
            return 1;
        }
        if (!$store->forceUnlock($name)) {
            $this->line("[$shown] is not locked.");

            return 1;
        }
        $this->line("Released [$shown].");

        return 0;
    }
}
