--TEST--
Symfony: composer.json allows the versions of the tests, each class has the file that PSR-4 expects, and Flex finds the bundle
--FILE--
<?php
use Symfony\Component\HttpKernel\Kernel;
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $package = json_decode(file_get_contents(SymfonyLocks::PACKAGE . '/composer.json'), true, 16, JSON_THROW_ON_ERROR);
    Check::same(['RedisMutexLock\\Symfony\\' => 'src/'], $package['autoload']['psr-4'], 'the namespace');
    Check::same('*', $package['require']['ext-redis_mutex_lock'], 'the extension');
    [$major, $minor] = [Kernel::MAJOR_VERSION, Kernel::MINOR_VERSION];
    $allows = static function (string $range) use ($major, $minor): bool {
        [$onlyMajor, $leastMinor] = sscanf($range, '^%d.%d');

        return $onlyMajor === $major && $leastMinor <= $minor;
    };
    $allowed = array_filter(explode(' || ', $package['require']['symfony/lock']), $allows);
    Check::same(1, count($allowed), "symfony/lock allows $major.$minor");

    $files = glob(SymfonyLocks::PACKAGE . '/src/*.php');
    foreach ($files as $file) {
        $class = 'RedisMutexLock\\Symfony\\' . basename($file, '.php');
        Check::true(class_exists($class), "$file has the class $class");
    }
    // Flex joins the parts of the namespace, puts "Bundle" behind them, and looks for this word in the file.
    Check::same('symfony-bundle', $package['type'], 'the type');
    $bundle = SymfonyLocks::PACKAGE . '/src/' . strtr('RedisMutexLock\\Symfony', ['\\' => '']) . 'Bundle.php';
    Check::true(str_contains((string) file_get_contents($bundle), 'Symfony\Component\HttpKernel\Bundle\Bundle'), 'the bundle');
});

echo 'done';
?>
--EXPECT--
done
