--TEST--
An expired certificate between the server's own and the CA is named as such, and counts only where it is needed
--FILE--
<?php
$suite = Certificates::suite();
$cases = ['expired' => ['-20 days', '-3 days'], 'valid only in' => ['+3 days', '+20 days']];
foreach ($cases as $word => [$from, $to]) {
    $between = $suite->issue('between', null, 'a CA below the CA', $from, $to, isCa: true);
    $leaf = $suite->issue('leaf', issuer: $between);
    $server = RedisServer::start($suite->chain($leaf, $between)->options());
    $message = Refusal::of($server->tlsConfig(), $word, 'chain');
    Check::true(!str_contains($message, "its certificate $word") && !str_contains($message, 'its certificate is '), $message);

    // Nobody needs the chain of a certificate that cafile names.
    $lock = new RedisMutexLock($server->tlsConfig(['cafile' => $leaf->file]));
    Check::true($lock->lock('a') && $lock->unlock('a'), "$word: a pair");
}
// Where both are wrong, the server's own counts.
$between = $suite->issue('between', null, 'a CA below the CA', '-20 days', '-3 days', isCa: true);
$leaf = $suite->issue('leaf', issuer: $between, from: '-20 days', to: '-2 days');
$server = RedisServer::start($suite->chain($leaf, $between)->options());
Refusal::of($server->tlsConfig(), 'its certificate expired 2 days ago');
echo 'done';
?>
--EXPECT--
done
