<?php
/*
 * A resolver for the processes of a test. The name localhost leads to where the test says, as quickly as the test says.
 * Compiles fake-names.c. Used by the tests of names that move.
 */

declare(strict_types=1);

namespace Tests;

final class FakeNames
{
    private readonly TempDir $dir;

    public function __construct(string $address = '127.0.0.1')
    {
        $this->dir = new TempDir();
        file_put_contents($this->dir->file('lookups'), '');
        $this->lead($address);
        $this->delay();
    }

    /** @return array<string, string> the environment of a process that asks this resolver */
    public function environment(): array
    {
        $preloaded = trim(getenv('LD_PRELOAD') . ' ' . CLibrary::of('fake-names', '-ldl -lpthread'));

        return ['LD_PRELOAD' => $preloaded, 'FAKE_NAMES' => $this->dir->path];
    }

    /** From now on the name leads to this address. */
    public function lead(string $address): void
    {
        $this->write('address', $address);
    }

    /**
     * From now on a lookup holds a lock of the resolver for so many seconds, and then waits without a lock for so many
     * seconds.
     */
    public function delay(float $holds = 0, float $waits = 0): void
    {
        $this->write('holds', (string) (int) ($holds * 1000));
        $this->write('waits', (string) (int) ($waits * 1000));
    }

    /** How many lookups have begun. */
    public function lookups(): int
    {
        return strlen($this->dir->read('lookups'));
    }

    private function write(string $name, string $word): void
    {
        // A lookup reads all of it or nothing of it.
        file_put_contents($this->dir->file("$name.new"), $word);
        rename($this->dir->file("$name.new"), $this->dir->file($name));
    }
}
