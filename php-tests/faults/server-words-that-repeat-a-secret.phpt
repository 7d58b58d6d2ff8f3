--TEST--
A server that repeats the arguments of a command it does not know makes no message show a password or a token
--FILE--
<?php
// Administrators rename commands. Redis then says: unknown command 'AUTH', with args beginning with: 'user' 'password'.
$secret = 'S3CR3T' . bin2hex(random_bytes(8));
$wrong = [];
foreach (['AUTH', 'SET', 'EVAL'] as $command) {
    // A script whose hash nobody knows goes whole, by EVAL.
    $renamed = $command === 'EVAL' ? ['EVAL', 'EVALSHA'] : [$command];
    $server = RedisServer::start(['rename-command' => array_map(static fn (string $it): string => "$it \"\"", $renamed)]);
    $logins = $command === 'AUTH' ? [['password' => $secret], ['username' => 'alice', 'password' => $secret]] : [[]];
    foreach ($logins as $login) {
        $lock = new RedisMutexLock($server->config() + $login);
        $token = 'none';
        try {
            $lock->lock('a', 0, 60);
            $token = $lock->token('a');
            $lock->unlock('a');
            throw new Tests\Failure("$command is not renamed");
        } catch (RedisMutexLockUnavailableException $e) {
            $message = $e->getMessage();
        }
        // Redis 6.2 writes the command between backticks.
        Check::same(1, preg_match("/unknown command (['`])$command\\1/", $message), "the server's own words: $message");
        foreach (['password' => $secret, 'token' => $token] as $what => $value) {
            if (str_contains($message, $value)) {
                $wrong[] = "$command: the $what in '$message'";
            }
        }
        // The token of a refused SET is visible nowhere else.
        if (preg_match('/\b[0-9a-f]{32}\b/', $message) === 1) {
            $wrong[] = "$command: a token in '$message'";
        }
    }
}
Check::same([], $wrong, 'secrets in messages');
echo "done\n";
?>
--EXPECT--
done
