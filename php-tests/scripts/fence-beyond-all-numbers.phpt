--TEST--
fence: a counter without a usable number counts as absent: the fencing token comes from the clock
--FILE--
<?php
$redis = RedisServer::shared()->client();

// Lua reads these as numbers, but cannot count on from them: infinite, not a number, or beyond 2^53, where adding one
// changes nothing.
$wrong = [];
foreach (['inf', '-inf', 'nan', '-nan', 'infinity', '1e400', '1e300', '1e20', '9223372036854775807', '18014398509481984'] as $garbage) {
    $key = Check::unique('number');
    $redis->call('HSET', "$key:f", 'fence', $garbage, 'token', 'somebody');
    $last = 0;
    foreach (['one', 'two', 'three'] as $token) {
        $began = (int) vsprintf('%d%06d', $redis->call('TIME'));
        [, $number] = Script::acquire($redis, $key, $token, fencing: true);
        if (!is_int($number) || $number < $began || $number <= $last) {
            $wrong[] = "$garbage: $number for $token after $last";
        }
        $last = $number;
        $redis->call('DEL', $key);
    }
    $redis->call('DEL', "$key:f");
}
echo $wrong === [] ? 'done' : implode("\n", $wrong);
?>
--EXPECT--
done
