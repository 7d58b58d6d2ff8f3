--TEST--
A wrong password, a missing right and a wrong database are thrown at once with any retry_for, and after an outage too
--FILE--
<?php
$secret = bin2hex(random_bytes(12));
$server = RedisServer::start(['requirepass' => $secret, 'user' => ["reader on >$secret ~lock:* +@all -set"]]);
$cases = [
    'wrong password' => [['password' => "x$secret"], 'WRONGPASS ', 0],
    'no password' => [[], 'NOAUTH ', 0],
    'missing right' => [['username' => 'reader', 'password' => $secret], 'NOPERM ', 1],
    'database' => [['password' => $secret, 'database' => 99], 'DB index is out of range', 0],
];
foreach ($cases as $case => [$login, $words, $questions]) {
    foreach ([0, 2, 31_536_000] as $retry_for) {
        foreach ([0, 2] as $refused) {
            if ($refused > 0 && $retry_for === 0) {
                continue;
            }
            $what = "$case, retry_for $retry_for, $refused connections refused before";
            $proxy = Proxy::to($server, ['do' => 'refuse', 'times' => $refused]);
            $lock = new RedisMutexLock(['port' => $proxy->port, 'retry_for' => $retry_for] + $login);
            foreach ($refused > 0 ? [null] : [null, 60, 0] as $timeout) {
                $accepted = $proxy->accepted();
                $thrown = Check::throws(
                    RedisMutexLockUnavailableException::class,
                    fn () => $lock->lock('a', $timeout, 60),
                    $words,
                );
                Check::same(false, str_contains($thrown->getMessage(), 'tried for'), "$what: '{$thrown->getMessage()}'");
                Check::same(false, str_contains($thrown->getMessage(), $secret), "$what: the password is shown");
                Check::between(0, $refused + 1, $proxy->accepted() - $accepted, "$what: connections");
            }
            Check::same($questions * ($refused > 0 ? 1 : 3), $proxy->count('SET'), "$what: questions");
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
