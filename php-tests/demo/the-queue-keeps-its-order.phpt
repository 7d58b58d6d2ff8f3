--TEST--
The task queue of the demo takes each task once, finds tasks by their score, and gives the first ones out
--FILE--
<?php
$redis = RedisServer::start();
$worker = Worker::run(<<<'PHP'
    use Tests\Check;

    [, $root, $port] = $argv;
    require "$root/examples/task-queue.php";
    $redis = new Redis();
    $redis->connect('127.0.0.1', (int) $port);
    $queue = new TaskQueue($redis, 'queue');
    $score = 1700000000.123456;
    Check::true($queue->enqueue('second', $score), 'a new task');
    Check::true($queue->enqueue('first', $score - 1), 'a new task with a lower score');
    Check::same(false, $queue->enqueue('second', $score - 2), 'the same task again');
    Check::same(['second'], $queue->find($score), 'the task with this score');
    Check::same([], $queue->find($score + 0.000001), 'no task has this score');
    Check::same(['first'], $queue->pop(1), 'the first task');
    Check::same(1, $queue->length(), 'tasks in the queue');
    Check::same(['second'], $queue->pop(8), 'the rest');
    Check::same([], $queue->pop(8), 'an empty queue');
    PHP, [dirname(__DIR__, 2), $redis->port], modules: ['redis']);
$worker->finish();
echo "done\n";
?>
--EXPECT--
done
