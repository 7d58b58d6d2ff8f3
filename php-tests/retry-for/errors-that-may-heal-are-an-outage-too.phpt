--TEST--
Errors of Redis that may heal, and several kinds of trouble in turn, end a wait after retry_for
--FILE--
<?php
$server = RedisServer::shared();
$rules = static function (array ...$dos): array {
    $rules = [];
    foreach ($dos as $do) {
        $rules[] = ['command' => 'SET'] + $do;
        $rules[] = ['command' => 'EVAL*'] + $do;
    }

    return $rules;
};
$answer = static fn (string $words): array => ['do' => 'answer', 'bytes' => "-$words\r\n"];
$troubles = [
    'LOADING' => $rules($answer('LOADING Redis is loading the dataset in memory')),
    'BUSY' => $rules($answer('BUSY Redis is busy running a script.')),
    'OOM' => $rules($answer("OOM command not allowed when used memory > 'maxmemory'.")),
    'READONLY' => $rules($answer("READONLY You can't write against a read only replica.")),
    'NOREPLICAS' => $rules($answer('NOREPLICAS Not enough good replicas to write.')),
    'max number of clients' => $rules($answer('ERR max number of clients reached')),
    'no usable answer' => $rules(['do' => 'garbage', 'bytes' => "oops\r\n"]),
    // A lost reply, then garbage, then an error: no answer in between.
    'OOM command' => $rules(
        ['times' => 1, 'do' => 'cutAfter'],
        ['times' => 3, 'do' => 'garbage', 'bytes' => "oops\r\n"],
        $answer('OOM command not allowed'),
    ),
];
foreach ($troubles as $words => $proxied) {
    $proxy = Proxy::to($server, ...$proxied);
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'retry_for' => 0.4, 'command_timeout' => 10]);
    $began = hrtime(true);
    $name = Check::unique('a');
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, null, 60), $words);
    Check::between(0.4, 20, (hrtime(true) - $began) / 1e9, "$words: seconds");
    $message = $thrown->getMessage();
    Check::same(1, preg_match('/; tried for \d+\.\d s \(retry_for is 0\.4 s\)$/', $message), "$words: '$message'");
    // It was asked several times, with pauses.
    Check::between(2, 40, $proxy->count('SET') + $proxy->count('EVAL*'), "$words: questions");
    $proxy->clear();
    Check::true($lock->unlockAll(), "$words: unlockAll");
}
echo "done\n";
?>
--EXPECT--
done
