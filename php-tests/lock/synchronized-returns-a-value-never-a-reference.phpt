--TEST--
synchronized returns a value: the caller cannot change the variable of a callback that returns by reference
--FILE--
<?php
function change(mixed &$value): void
{
    $value = 'changed';
}
function &forward(RedisMutexLock $lock, string $name, callable $callback): mixed
{
    return $lock->synchronized($name, $callback, 0, 60);
}
class Job
{
    public array $list = ['kept'];
    public static string $text = 'kept';

    public function &list(): array
    {
        return $this->list;
    }

    public static function &text(): string
    {
        return self::$text;
    }
}
$redis = RedisServer::shared()->client();
$lock = new RedisMutexLock(RedisServer::shared()->url());
$name = Check::unique('reference');
$notices = [];
set_error_handler(function (int $level, string $message) use (&$notices): bool {
    $notices[$message] = $level;

    return true;
});

$text = 'kept';
$callback = function &() use (&$text): string {
    return $text;
};
change($lock->synchronized($name, $callback, 0, 60));
Check::same('kept', $text, 'passed on by reference');
// PHP gives this notice for every function that returns a value.
Check::same(['Only variables should be passed by reference' => E_NOTICE], $notices, 'the notice');
change(forward($lock, $name, $callback));
Check::same('kept', $text, 'returned by reference');
change(call_user_func([$lock, 'synchronized'], $name, $callback, 0, 60));
Check::same('kept', $text, 'through call_user_func');
change(($lock->synchronized(...))($name, $callback, 0, 60));
Check::same('kept', $text, 'through a first-class callable');
change((new ReflectionMethod($lock, 'synchronized'))->invoke($lock, $name, $callback, 0, 60));
Check::same('kept', $text, 'through reflection');
$result = &$lock->synchronized($name, $callback, 0, 60);
$result = 'changed';
Check::same('kept', $text, 'assigned by reference');
unset($result);

// Elements of arrays, properties of objects, static properties.
$job = new Job();
foreach ($lock->synchronized($name, $job->list(...), 0, 60) as &$item) {
    $item = 'changed';
}
unset($item);
Check::same(['kept'], $job->list, 'walked through by reference');
change($lock->synchronized($name, [$job, 'list'], 0, 60));
Check::same(['kept'], $job->list, "an object's property");
change($lock->synchronized($name, 'Job::text', 0, 60));
Check::same('kept', Job::$text, "a class' property");
change($lock->synchronized("$name-outer", fn () => $lock->synchronized($name, [$job, 'list'], 0, 60), 0, 60));
Check::same(['kept'], $job->list, 'one in another');

// An object is passed on as always.
$object = new stdClass();
$same = $lock->synchronized($name, function &() use (&$object): object {
    return $object;
}, 0, 60);
Check::same($object, $same, 'an object');

// The result that the exception of a loss carries.
try {
    $lock->synchronized($name, function &() use (&$text, $redis, $name): string {
        $redis->call('DEL', "lock:$name");

        return $text;
    }, 0, 60);
} catch (RedisMutexLockLostException $lost) {
    Check::same('kept', $lost->result, 'of a lost lock');
    try {
        change($lost->result);
    } catch (Error) {
        // The property may be read-only.
    }
}
Check::same([true, 'kept'], [isset($lost), $text], 'of a lost lock, changed');

echo 'done';
?>
--EXPECT--
done
