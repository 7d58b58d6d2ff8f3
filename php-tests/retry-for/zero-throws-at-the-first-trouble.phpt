--TEST--
With retry_for 0 lock throws at the first trouble, whatever its timeout: one connection and one command
--FILE--
<?php
$server = RedisServer::shared();
$answer = fn (string $words): array => ['do' => 'answer', 'bytes' => "-$words\r\n"];
// The rule, and whether the first question reaches the proxy.
$troubles = [
    'refused' => [['do' => 'refuse'], false],
    'silent greeting' => [['command' => 1, 'do' => 'stall'], false],
    'silent' => [['command' => 'SET', 'do' => 'stall'], true],
    'cut' => [['command' => 'SET', 'do' => 'cutBefore'], true],
    'reset' => [['command' => 'SET', 'do' => 'reset'], true],
    'lost' => [['command' => 'SET', 'do' => 'cutAfter'], true],
    'garbage' => [['command' => 'SET', 'do' => 'garbage', 'bytes' => "oops\r\n"], true],
    'loading' => [['command' => 'SET'] + $answer('LOADING Redis is loading the dataset in memory'), true],
    'out of memory' => [['command' => 'SET'] + $answer("OOM command not allowed when used memory > 'maxmemory'."), true],
    'demoted' => [['command' => 'SET'] + $answer("READONLY You can't write against a read only replica."), true],
];
foreach ($troubles as $trouble => [$rule, $is_asked]) {
    // A silent server costs the whole command timeout each time.
    $is_silent = $rule['do'] === 'stall';
    foreach ($is_silent ? ['null' => null] : ['0' => 0, '30' => 30, 'null' => null] as $how => $timeout) {
        $what = "$trouble, timeout $how";
        $proxy = Proxy::to($server, $rule);
        $lock = new RedisMutexLock(['url' => $proxy->url(), 'retry_for' => 0, 'command_timeout' => $is_silent ? 1 : 10]);
        $thrown = Check::throws(
            RedisMutexLockUnavailableException::class,
            fn () => $lock->lock($name = Check::unique('a'), $timeout, 5),
            'retry_for is 0 s',
        );
        Check::same(1, $proxy->accepted(), "$what: connections");
        Check::same($is_asked ? 1 : 0, $proxy->count('SET'), "$what: questions");
        Check::same(0, $proxy->count('EVAL*') + $proxy->count('BLPOP'), "$what: further questions");
        $proxy->clear();
        $lock->unlockAll();
    }
}
echo "done\n";
?>
--EXPECT--
done
