--TEST--
A lock that another process holds makes redis-lock run end with 75 and without a word, at once or after --wait, and the command does not run
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('held');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, 0, 600), 'held');
foreach ([[], ['--wait=0'], ['--wait=0.3']] as $options) {
    $tool = LockTool::run($server, $name, ['echo', 'it ran'], $options);
    Check::same('', $tool->ends(75, implode($options)), 'output');
    Check::same('', $tool->stderr(), 'stderr');
}
Check::true($holder->isLocking($name), 'the holder still has it');
// A waiter gets it when it is free.
$tool = LockTool::run($server, $name, ['echo', 'it ran'], ['--wait=60']);
(new Queue($server, $name))->reaches(1);
Check::true($holder->unlock($name), 'released');
Check::same("it ran\n", $tool->ends(0, 'after a wait'), 'output');
echo 'done';
?>
--EXPECT--
done
