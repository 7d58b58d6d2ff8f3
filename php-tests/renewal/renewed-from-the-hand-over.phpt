--TEST--
A lease that was handed over is renewed from its first moment, shorter or longer than the claim that it began with
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Holder;
use Tests\Queue;
use Tests\RedisServer;

$server = RedisServer::shared();
$redis = $server->client();
// The claim lives for a second, or for the lease if that is shorter.
foreach ([0.4, 3.0] as $lease) {
    $queue = new Queue($server, Check::unique('handed'));
    $holder = Holder::of($queue->name, ['port' => $server->port, 'lease' => 30]);
    $next = Holder::waiting($queue->name, ['port' => $server->port, 'lease' => $lease]);
    $queue->reaches(1);
    Check::same(true, $holder->ask('$lock->unlock($name)'), 'unlock');
    $next->worker->expect('held');
    $token = $next->ask('$lock->token($name)');
    Check::same($token, $queue->holder(), 'the next one has it');
    // One lease of the long one, three of the short one.
    $low = 3000;
    for ($end = hrtime(true) + 1.3e9; hrtime(true) < $end; usleep(5000)) {
        $left = $queue->left();
        Check::between(0, $lease * 1000, $left, 'it lives on');
        $low = min($low, $left);
    }
    Check::between(0, $lease * 1000 - 50, $low, 'it was looked at between two renewals');
    Check::eventually(function () use ($queue): bool {
        static $last = PHP_INT_MAX;
        [$before, $last] = [$last, $queue->left()];

        return $last > $before;
    }, 5, 'a renewal lengthens it');
    Check::same($token, $queue->holder(), 'it is the same one after all');
    Check::same(true, $next->ask('$lock->unlock($name)'), 'unlock of the next');
    $holder->finish();
    $next->finish();
    $queue->vanishes();
}
echo 'done';
?>
--EXPECT--
done
