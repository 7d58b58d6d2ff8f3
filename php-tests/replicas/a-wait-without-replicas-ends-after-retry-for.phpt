--TEST--
Without the replica a wait goes on for retry_for, then throws, and leaves neither a key nor a queue
--FILE--
<?php
$pair = new Replication();
$config = $pair->config(['command_timeout' => 4]);
$pair->replicas[0]->pause();
$unavailable = RedisMutexLockUnavailableException::class;
$message = 'connect the replicas, or lower min_replicas';
foreach ([[0.5, '(retry_for is 0.5 s)'], [0, '(retry_for is 0 s)']] as [$retry, $end]) {
    $lock = new RedisMutexLock(['retry_for' => $retry] + $config);
    $began = hrtime(true);
    $thrown = Check::throws($unavailable, fn () => $lock->lock('a', null, 60), $message);
    Check::true(str_ends_with($thrown->getMessage(), $end), $thrown->getMessage());
    Check::between($retry, $retry + 20, (hrtime(true) - $began) / 1e9, "seconds with retry_for $retry");
    Check::same([[], []], [$lock->held(), $pair->locks()], 'what is left');
}
$lock = new RedisMutexLock(['retry_for' => 60] + $config);
$thrown = Check::throws($unavailable, fn () => $lock->synchronized('a', static fn () => 1, 0.7), $message);
Check::same([[], []], [$lock->held(), $pair->locks()], 'what is left after a timeout');
echo 'done';
?>
--EXPECT--
done
