--TEST--
Symfony: its own tests of stores pass unmodified: of every store, of stores whose locks expire, and of stores that wait
--FILE--
<?php
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;
use Tests\TempDir;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    [$phpunit, $folder] = Symfonies::ownTests();
    $dir = new TempDir();
    file_put_contents($dir->file('MutexStoreTest.php'), <<<PHP
        <?php
        foreach (['AbstractStoreTestCase', 'BlockingStoreTestTrait', 'ExpiringStoreTestTrait'] as \$name) {
            require_once '$folder/' . \$name . '.php';
        }
        // Since 7.4 the component has the first of them itself.
        \$own = Symfony\\Component\\Lock\\Test\\AbstractStoreTestCase::class;
        class_alias(class_exists(\$own) ? \$own : Symfony\\Component\\Lock\\Tests\\Store\\AbstractStoreTestCase::class, 'OwnTestCase');

        final class MutexStoreTest extends OwnTestCase
        {
            use Symfony\\Component\\Lock\\Tests\\Store\\BlockingStoreTestTrait;
            use Symfony\\Component\\Lock\\Tests\\Store\\ExpiringStoreTestTrait;

            // A part of the names in these tests is the same in each run.
            private const PREFIX = '{$dir->path}:';

            protected function getStore(): Symfony\\Component\\Lock\\PersistingStoreInterface
            {
                return Tests\\SymfonyLocks::boot()->store(['lock_prefix' => self::PREFIX]);
            }

            protected function getClockDelay(): int
            {
                return 2_000_000;
            }
        }
        PHP);
    // The process of a test forks, so PHPUnit has one of its own.
    $worker = $symfony->worker(<<<'PHP'
        [, $phpunit, $file] = $argv;
        // A PHP that was built for the tests lacks the module libxml, whose errors PHPUnit clears after each test.
        if (!function_exists('libxml_clear_errors')) {
            function libxml_clear_errors(): void
            {
            }
        }
        require $phpunit;
        exit((new PHPUnit\TextUI\Command())->run(['phpunit', '--do-not-cache-result', '--fail-on-risky', '--fail-on-skipped', $file], false));
        PHP, [$phpunit, $dir->file('MutexStoreTest.php')]);
    $code = $worker->wait(200);
    $printed = $worker->rest();
    Check::same(0, $code, "the exit code of PHPUnit, which printed:\n$printed" . $worker->stderr());
    Check::true(preg_match('/^OK \(11 tests, \d+ assertions\)$/m', $printed) === 1, "11 tests passed in:\n$printed");
});

echo 'done';
?>
--EXPECT--
done
