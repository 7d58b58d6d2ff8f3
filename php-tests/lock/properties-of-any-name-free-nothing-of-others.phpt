--TEST--
A property whose name is not UTF-8 frees nothing that other code still uses
--FILE--
<?php
// A process of its own: a use of freed memory may end it.
$worker = Worker::run(<<<'PHP'
    // The engine keeps the result of an operation where a call before it had an argument. These arguments are strings
    // that a variable still has.
    function uses(string $a, string $b, string $c, string $d, string $e, string $f): int
    {
        return 1;
    }
    function quiet(callable $use, RedisMutexLock $lock): void
    {
        try {
            $use($lock);
        } catch (Throwable) {
        }
    }
    $uses = [
        'read' => function (RedisMutexLock $lock): void { $lock->{"\xff"}; },
        'read and kept' => function (RedisMutexLock $lock): void { $kept = $lock->{"\xff"}; },
        'isset' => function (RedisMutexLock $lock): void { isset($lock->{"\xff"}); },
        'empty' => function (RedisMutexLock $lock): void { $empty = empty($lock->{"\xff"}); },
        '??' => function (RedisMutexLock $lock): void { $value = $lock->{"\xff"} ?? 1; },
        'write' => function (RedisMutexLock $lock): void { $lock->{"\xff"} = str_repeat('C', 40); },
        'write and kept' => function (RedisMutexLock $lock): void { $kept = $lock->{"\xff"} = str_repeat('C', 40); },
        'append' => function (RedisMutexLock $lock): void { $lock->{"\xff"}[] = str_repeat('C', 40); },
        'concatenate' => function (RedisMutexLock $lock): void { $lock->{"\xff"} .= str_repeat('C', 40); },
        'increment' => function (RedisMutexLock $lock): void { $lock->{"\xff"}++; },
        'reference' => function (RedisMutexLock $lock): void { $reference = &$lock->{"\xff"}; },
        'unset' => function (RedisMutexLock $lock): void { unset($lock->{"\xff"}); },
    ];
    set_error_handler(fn () => true);
    class Sub extends RedisMutexLock {}
    foreach ($uses as $what => $use) {
        foreach ([new RedisMutexLock($argv[1]), new Sub($argv[1])] as $lock) {
            $text = str_repeat('A', 40);
            $name = implode('', ["\xfe", str_repeat('n', 40)]);
            for ($i = 0; $i < 3; $i++) {
                uses($text, $text, $text, $text, $text, $text);
                quiet($use, $lock);
                // Other variables share the name's string.
                uses($text, $text, $text, $text, $text, $text);
                quiet(function () use ($lock, $name): void { $value = $lock->{$name}; }, $lock);
                quiet(function () use ($lock, $name): void { $lock->{$name} = 1; unset($lock->{$name}); }, $lock);
            }
            $other = [];
            for ($i = 0; $i < 100; $i++) {
                $other[] = str_repeat('B', 40);
                $other[] = str_repeat('B', 41);
            }
            if ($text !== str_repeat('A', 40) || $name !== "\xfe" . str_repeat('n', 40)) {
                say("$what: changed");
            }
            unset($other);
            $text = $name = null;
        }
    }
    say('the end');
    PHP, [RedisServer::shared()->url()]);
Check::same('the end', $worker->line(), 'all strings are as they were');
Check::same('', $worker->finish(), 'nothing more is said');
echo 'done';
?>
--EXPECT--
done
