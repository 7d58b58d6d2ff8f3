--TEST--
Conversion does not change the caller's variables, references included
--FILE--
<?php
$lock = new RedisMutexLock(RedisServer::shared()->url());
$name = 12;
$lock->unlock($name);
Check::same(true, $lock->lock($name), 'a number as name');
$timeout = '0.01';
$expire = '30';
$sleep = '1000';
$reference = &$timeout;

Check::same(false, $lock->lock($name, $reference, $expire, $sleep), 'lock');
Check::same([12, '0.01', '30', '1000'], [$name, $timeout, $expire, $sleep], 'after a call');

$list = [&$name, &$timeout, &$expire, &$sleep];
Check::same(false, call_user_func_array([$lock, 'lock'], $list), 'call_user_func_array');
Check::same(false, $lock->lock(...$list), 'spread');
Check::same([12, '0.01', '30', '1000'], [$name, $timeout, $expire, $sleep], 'after calls with references');
Check::same(['12'], $lock->held(), 'held');

// PHP asks an object for its text once. An exception of that passes through, and no lock is taken.
$text = new class {
    public int $asked = 0;

    public function __toString(): string
    {
        return ++$this->asked === 1 ? Check::unique('text') : throw new DomainException('no text today');
    }
};
Check::same(true, $lock->lock($text), 'a stringable name');
Check::same(1, $text->asked, 'its text was asked for');
Check::throws(DomainException::class, fn () => $lock->lock($text), 'no text today');
Check::same(2, count($lock->held()), 'held');

echo 'done';
?>
--EXPECT--
done
