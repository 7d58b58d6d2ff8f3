--TEST--
An owner token says which process on which host made it: of another process, of a fork's child, drawn ahead, and not of another library
--FILE--
<?php
$server = RedisServer::start();
$lock = new RedisMutexLock($server->url());
$host = substr(strtolower(gethostname()), -6);
$makers = static fn (): array => array_map(static fn (array $row): array => [$row['host'], $row['pid']], array_column($lock->list(), null, 'name'));

$holder = Holder::of('other', $server->config());
Check::true($lock->lock('mine', 0, 60), 'lock');
// The child draws its own, although its parent had drawn one before the fork.
$pid = pcntl_fork();
if ($pid === 0) {
    $child = new RedisMutexLock(['auto_release' => false] + $server->config());
    exit($child->lock('forked', 0, 60) ? 0 : 1);
}
pcntl_waitpid($pid, $status);
Check::same(0, $status, 'the child has locked');
// A token says who made it, and not who locks with it.
Check::true($lock->lock('given', 0, 60, token: trim(Worker::run('say(RedisMutexLock::generateToken());')->line())), 'lock under a token of another process');
$given = $lock->list('given')[0]['pid'];
Check::true($given > 0 && !in_array($given, [getmypid(), $pid, $holder->pid], true), 'the process that has drawn it');
Check::same([
    'forked' => [$host, $pid],
    'given' => [$host, $given],
    'mine' => [$host, getmypid()],
    'other' => [$host, $holder->pid],
], $makers(), 'who made them');

// Another library's: of another length, of 32 digits, with one digit of ours changed.
$token = $lock->token('mine');
$changed = ($token[0] === '0' ? '1' : '0') . substr($token, 1);
foreach (['aB3dE6gH9jK2mN5p', str_repeat('0', 32), $changed, strtoupper($token)] as $owner) {
    $server->client()->call('SET', 'lock:mine', $owner);
    Check::same([null, null], $makers()['mine'], "made by nobody of ours: $owner");
}
// Of the sixteen random digits none is the same in many tokens.
$tokens = array_map(static fn (): string => substr(RedisMutexLock::generateToken(), 16), range(1, 2000));
Check::same(2000, count(array_unique($tokens)), 'random halves');
$holder->worker->kill();
echo 'done';
?>
--EXPECT--
done
