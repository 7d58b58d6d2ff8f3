--TEST--
lock:release shows the owner and asks, releases that owner's lock alone and hands it over; -f does not ask; a free name is exit status 1
--FILE--
<?php
use Tests\Check;
use Tests\Queue;
use Tests\RedisServer;
use Tests\ThinkPhp;

$output = static fn ($worker, int $code): array => [
    Check::same($code, $worker->wait(60), "exit status\n{$worker->stderr()}"),
    // With a terminal, ThinkPHP prints the answers' choice in its own way.
    array_values(preg_grep('/Release|locked/', explode("\n", $worker->rest()))),
][1];

$name = Check::unique('stuck');
$question = "Release [$name]? Its owner goes on working without the lock.";
$queue = new Queue(RedisServer::shared(), $name);
$owner = new RedisMutexLock(RedisServer::shared()->url());
$owner->lock($name, 0, 600);
$waiter = $queue->waiter();

$refused = ThinkPhp::console(['lock:release', $name]);
$refused->tell('no');
[$asked] = $output($refused, 1);
Check::true(str_contains($asked, $question), "the question: $asked");
Check::true($owner->isLocking($name), 'after the answer no');

$released = ThinkPhp::console(['lock:release', $name]);
$released->tell('yes');
Check::same("Released [$name].", $output($released, 0)[1] ?? null, 'after the answer yes');
$waiter->expect('granted', 60);
Check::same(false, $owner->isLocking($name), 'the owner before');

// Another process gets the lock while the person thinks.
$changed = ThinkPhp::console(['lock:release', $name]);
Check::true(str_contains($changed->line(60), "[$name] is held by "), 'who holds it');
RedisServer::shared()->client()->call('SET', "lock:$name", 'another', 'PX', 600_000);
$changed->tell('yes');
Check::same(1, $changed->wait(60), 'a newer owner');
Check::true(str_contains($changed->rest(), "That owner holds [$name] no longer. Nothing was released."), 'it is said');
Check::same('another', $queue->holder(), 'the newer owner');

Check::same(["Released [$name]."], $output(ThinkPhp::console(['lock:release', $name, '-f']), 0), 'with -f');
Check::same(["[$name] is not locked."], $output(ThinkPhp::console(['lock:release', $name, '--force']), 1), 'a free name');
$strange = ThinkPhp::console(['lock:release', "$name\e[2J", '-f']);
Check::same(["[$name\\033[2J] is not locked."], $output($strange, 1), 'a name that is an order to a terminal');
$waiter->tell('end');
echo "done\n";
?>
--EXPECT--
done
