--TEST--
composer.json: ThinkPHP discovers the service, publishes config/lock.php, and each class has the file that PSR-4 expects
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use Tests\Check;
    use Tests\ThinkPhp;

    $composer = json_decode(file_get_contents(ThinkPhp::PACKAGE . '/composer.json'), true, flags: JSON_THROW_ON_ERROR);
    Check::same(['RedisMutexLock\Think\Service'], $composer['extra']['think']['services'], 'services');
    Check::true(is_subclass_of('RedisMutexLock\Think\Service', think\Service::class), 'the service');
    Check::same(['lock' => 'config/lock.php'], $composer['extra']['think']['config'], 'config');
    Check::same('*', $composer['require']['ext-redis_mutex_lock'], 'the extension');
    Check::same('^6.1 || ^8.0', $composer['require']['topthink/framework'], 'ThinkPHP');

    [$prefix, $folder] = [key($composer['autoload']['psr-4']), current($composer['autoload']['psr-4'])];
    $root = realpath(ThinkPhp::PACKAGE . "/$folder");
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($root, FilesystemIterator::SKIP_DOTS)) as $file) {
        $class = $prefix . strtr(substr($file->getPathname(), strlen($root) + 1, -strlen('.php')), '/', '\\');
        Check::true(class_exists($class) || trait_exists($class), "$file has the class or trait $class");
    }

    // Each setting that is shipped is a key of the class: its object can be made.
    Check::true($app->make(RedisMutexLock::class) instanceof RedisMutexLock, 'the shipped settings');
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
