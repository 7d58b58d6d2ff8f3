--TEST--
Redis 6.2 wraps errors in words about the script: the message shows the error itself, and a missing right is thrown at once
--FILE--
<?php
$server = RedisServer::shared();
$proxy = Proxy::to($server);
$config = ['url' => $proxy->url(), 'fencing' => true, 'command_timeout' => 5];
$call = '(call to f_e42b219adb530be371a041bd9852ac32a854e14e)';
$wrap = static fn (string $error): string => "-ERR Error running script $call: @user_script:71: @user_script: 71: $error\r\n";
$heals = [
    "OOM command not allowed when used memory > 'maxmemory'.",
    'NOREPLICAS Not enough good replicas to write.',
    'MISCONF Redis is configured to save RDB snapshots.',
    "READONLY You can't write against a read only replica.",
];
$final = 'NOPERM this user has no permissions to access one of the keys used as arguments';

// The hint at the end of a message begins like this.
$hints = [
    'OOM' => '; this Redis is full: ',
    'MISCONF' => '; this Redis cannot save its data: ',
    'READONLY' => '; this server is a replica, ',
    'NOPERM' => "; the user lacks the key pattern ~lock:*: redis-cli ACL SETUSER <user> '~lock:*' (docs/",
    'The' => '; the user lacks one of the rights that the scripts need: redis-cli ACL SETUSER <user> +set +get ',
];
$shown = static function (string $words, string $message) use ($hints): bool {
    $hint = $hints[strtok($words, ' ')] ?? '';

    return $hint === '' ? str_ends_with($message, $words) : str_contains($message, $words . $hint);
};

$throws = static fn (callable $call): string
    => Check::throws(RedisMutexLockUnavailableException::class, $call)->getMessage();
$where = "Redis at 127.0.0.1:$proxy->port, database 0 refused the command: ";
foreach ([...$heals, $final] as $words) {
    $name = Check::unique('wrapped');
    $lock = new RedisMutexLock($config);
    Check::true($lock->lock($name, 0, 600), "$words: lock");
    $accepted = $proxy->accepted();
    $proxy->rule(['command' => 'EVAL*', 'do' => 'answer', 'bytes' => $wrap("-$words")]);
    $calls = [
        'lock' => fn () => $lock->lock("$name-other"),
        'expire' => fn () => $lock->expire($name, 60),
        'unlock' => fn () => $lock->unlock($name),
        'unlockAll' => fn () => $lock->unlockAll(),
        'adopt' => fn () => $lock->adopt("$name-adopted", 'x'),
    ];
    foreach ($calls as $method => $call) {
        $message = $throws($call);
        Check::true(str_starts_with($message, $where . $words) && $shown($words, $message), "$method: '$message'");
    }
    $proxy->clear();
    // A server that says READONLY is a replica now. The next connection may lead to the master.
    Check::true($lock->lock($name, 0, 600) && $lock->unlockAll(), "$words: the next call works");
    Check::same(str_starts_with($words, 'READONLY'), $proxy->accepted() > $accepted, "$words: a new connection");
}

// In 6.2 the error of a missing right inside a script has no code. After pcall fewer words stand before it.
$without = "The user executing the script can't run this command or subcommand";
foreach ([$wrap("-$final"), $wrap($without), "-@user_script: 4: $without\r\n"] as $reply) {
    $proxy->rule(['command' => 'EVAL*', 'do' => 'answer', 'bytes' => $reply]);
    $asked = $proxy->count('EVAL*');
    $lock = new RedisMutexLock($config);
    $message = $throws(fn () => $lock->lock(Check::unique('right'), 30, 60));
    Check::same(1, $proxy->count('EVAL*') - $asked, "asked once, with 30 s left to wait: $message");
    $proxy->clear();
    $reason = str_contains($reply, $without) ? $without : $final;
    Check::true($shown($reason, $message), "its reason in '$message'");
    Check::true(str_starts_with($message, $where), "its server in '$message'");
    unset($lock);
}
echo 'done';
?>
--EXPECT--
done
