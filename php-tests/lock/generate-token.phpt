--TEST--
generateToken makes 32 hex digits of which 16 are random, and different ones in two processes of one image
--FILE--
<?php
$seen = [];
$bits = array_fill(0, 64, 0);
for ($i = 0; $i < 2000; $i++) {
    $token = RedisMutexLock::generateToken();
    Check::same(1, preg_match('/^[0-9a-f]{32}$/D', $token), $token);
    $seen[$token] = true;
    foreach (str_split(substr($token, 16)) as $place => $digit) {
        foreach (str_split(sprintf('%04b', hexdec($digit))) as $bit => $one) {
            $bits[4 * $place + $bit] += (int) $one;
        }
    }
}
Check::same(2000, count($seen), 'different tokens');
// Every bit of the second half is random: of 2000 tokens, the number with this bit is within 8 deviations of the middle.
Check::between(1000 - 180, 1000 + 180, min($bits), 'the rarest bit');
Check::between(1000 - 180, 1000 + 180, max($bits), 'the most frequent bit');

// A generator inside the process would give the same numbers to both processes after the fork.
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$child = pcntl_fork();
if ($child === 0) {
    fwrite($theirs, RedisMutexLock::generateToken());
    exit(0);
}
pcntl_waitpid($child, $status);
fclose($theirs);
$theirToken = stream_get_contents($ours);
Check::same(32, strlen($theirToken), 'the token of the child');
Check::true($theirToken !== RedisMutexLock::generateToken(), 'two processes');
Check::same(true, (new ReflectionMethod('RedisMutexLock', 'generateToken'))->isStatic(), 'static');

echo 'done';
?>
--EXPECT--
done
