--TEST--
held gives names back as strings, numeric ones too
--FILE--
<?php
// A private server: other tests may use such short names.
$server = RedisServer::start();
$lock = new RedisMutexLock($server->url());

foreach (['42', '0', '-7', '007', '1.5', '9223372036854775807', '9223372036854775808', ' 1', '1e3'] as $name) {
    Check::same(true, $lock->lock($name), "lock $name");
}
$held = $lock->held();
Check::true(array_is_list($held), 'a list');
sort($held, SORT_STRING);
Check::same([' 1', '-7', '0', '007', '1.5', '1e3', '42', '9223372036854775807', '9223372036854775808'], $held, 'held');

// A number as argument becomes its text, as in PHP's own functions.
Check::same(true, $lock->isLocking(42), 'isLocking of an int');
Check::same(true, $lock->unlock(1.5), 'unlock of a float');
Check::same(true, $lock->lock(true), 'true is the name 1');
Check::same(true, in_array('1', $lock->held(), true), 'held');

echo 'done';
?>
--EXPECT--
done
