--TEST--
The code of the first article, in a namespace or with its static calls, ends with the errors that the page of migrating names
--FILE--
<?php
preg_match_all('/^\| `((?:Class|Non-static) [^`]+|Cannot [^|]+)` \|/m', (new Page(dirname(__DIR__, 2), 'docs/migrating.md'))->text, $rows);
$article = 'if (RedisMutexLock::lock("stats", 0, 20)) { RedisMutexLock::release("stats"); }';
$cases = [
    'Class "App\…\RedisMutexLock" not found' => "namespace App\\Service; $article",
    'Non-static method RedisMutexLock::lock() cannot be called statically' => "namespace App\\Service; use RedisMutexLock; $article",
    'Cannot declare class RedisMutexLock, because the name is already in use`, since PHP 8.4 `Cannot redeclare class RedisMutexLock' =>
        "class RedisMutexLock {} $article",
];
Check::same(array_keys($cases), $rows[1], 'the messages of the page');
foreach ($cases as $message => $code) {
    $worker = Worker::run($code);
    Check::same(255, $worker->wait(), "exit code: $message");
    [$older, $newer] = explode('`, since PHP 8.4 `', $message) + [1 => $message];
    $pattern = '/' . str_replace('…', '.*', preg_quote(PHP_VERSION_ID < 80400 ? $older : $newer, '/')) . '/';
    Check::same(1, preg_match($pattern, $worker->stderr()), "$message, got: {$worker->stderr()}");
}

// Without its `use` line, a catch names a class that does not exist, and PHP does not say so.
$catch = '$lock = new RedisMutexLock(["port" => 1, "retry_for" => 0]); try { $lock->lock("a"); }'
    . ' catch (RedisMutexLockUnavailableException) { say("caught"); }';
$without = Worker::run("namespace App; use RedisMutexLock; $catch");
Check::same(255, $without->wait(), 'a catch without its use line');
Check::true(str_contains($without->stderr(), 'Uncaught RedisMutexLockUnavailableException'), $without->stderr());
$with = Worker::run("namespace App; use RedisMutexLock; use RedisMutexLockUnavailableException; $catch");
$with->expect('caught');
$with->finish();
echo "done\n";
?>
--EXPECT--
done
