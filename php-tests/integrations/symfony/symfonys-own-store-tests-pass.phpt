--TEST--
Symfony: its own tests of stores pass: of every store, of stores whose locks expire, of stores that wait, and of shared locks but for the change of one into the other
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
        foreach (['AbstractStoreTestCase', 'BlockingStoreTestTrait', 'ExpiringStoreTestTrait', 'SharedLockStoreTestTrait'] as \$name) {
            require_once '$folder/' . \$name . '.php';
        }
        // Since 7.4 the component has the first of them itself.
        \$own = Symfony\\Component\\Lock\\Test\\AbstractStoreTestCase::class;
        class_alias(class_exists(\$own) ? \$own : Symfony\\Component\\Lock\\Tests\\Store\\AbstractStoreTestCase::class, 'OwnTestCase');

        final class MutexStoreTest extends OwnTestCase
        {
            use Symfony\\Component\\Lock\\Tests\\Store\\BlockingStoreTestTrait;
            use Symfony\\Component\\Lock\\Tests\\Store\\ExpiringStoreTestTrait;
            use Symfony\\Component\\Lock\\Tests\\Store\\SharedLockStoreTestTrait;

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

            // Two owners of a share that both want the lock would wait for each other, so no share becomes a lock here.
            public function testSharedLockPromote()
            {
                \$this->isRefused('saveRead', 'save');
            }

            public function testSharedLockPromoteAllowed()
            {
                \$this->isRefused('saveRead', 'save');
            }

            public function testSharedLockDemote()
            {
                \$this->isRefused('save', 'saveRead');
            }

            private function isRefused(string \$first, string \$second): void
            {
                \$store = \$this->getStore();
                \$key = new Symfony\\Component\\Lock\\Key(uniqid(__METHOD__, true));
                \$store->\$first(\$key);
                try {
                    \$store->\$second(\$key);
                    \$this->fail('not refused');
                } catch (Symfony\\Component\\Lock\\Exception\\InvalidArgumentException) {
                    \$this->assertTrue(\$store->exists(\$key));
                }
                \$store->delete(\$key);
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
    Check::true(preg_match('/^OK \(16 tests, \d+ assertions\)$/m', $printed) === 1, "16 tests passed in:\n$printed");
});

echo 'done';
?>
--EXPECT--
done
