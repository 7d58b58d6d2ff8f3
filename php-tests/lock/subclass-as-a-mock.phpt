--TEST--
A subclass without a server may stand in for a lock, as tests of applications need it
--FILE--
<?php
$mock = new class extends RedisMutexLock {
    public function __construct()
    {
        // The parent's constructor is not called: there is no configuration.
    }

    public function lock(
        string $name,
        int|float|null $timeout = 0,
        int|float|null $expire = 20,
        int $sleep = 1,
        ?string $token = null,
    ): bool {
        return $name === 'yes';
    }
};
Check::same([true, false], [$mock->lock('yes'), $mock->lock('no')], 'the mock');

echo 'done';
?>
--EXPECT--
done
