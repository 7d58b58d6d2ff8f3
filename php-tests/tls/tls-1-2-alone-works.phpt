--TEST--
A server that speaks only TLS 1.2, or only TLS 1.3, with an EC or an RSA certificate: all methods work
--FILE--
<?php
$rsa = Certificates::suite()->issue('rsa', key: Certificates::RSA);
Together::each(['TLSv1.2', 'TLSv1.3'], function (string $version) use ($rsa): void {
    Together::each(['EC' => [], 'RSA' => $rsa->options()], function (array $certificate, string $kind) use ($version): void {
        $server = RedisServer::start(['tls-protocols' => $version] + $certificate);
        $lock = new RedisMutexLock($server->tlsConfig() + ['fencing' => true, 'lease' => 2]);
        Check::true($lock->lock('a', 0, 60), "$version, $kind: lock");
        Check::same([true, true], [$lock->isLocking('a'), $lock->isLocked('a')], "$version, $kind: its word");
        Check::same($lock->token('a'), $lock->owner('a'), "$version, $kind: owner");
        Check::true($lock->expire('a', 30), "$version, $kind: expire");
        Check::true($lock->adopt('b', $lock->detach('a'), 30) === false, "$version, $kind: adopt of another name");
        Check::true($lock->lock('c', 0, null), "$version, $kind: a renewed lock");
        $other = new RedisMutexLock($server->tlsConfig());
        Check::same(false, $other->lock('c', 2.5), "$version, $kind: a wait in vain, longer than a lease");
        Check::true($lock->unlock('c'), "$version, $kind: unlock");
        Check::true($other->forceUnlock('a'), "$version, $kind: forceUnlock");
        $left = array_filter($server->client()->call('KEYS', '*'), static fn (string $key): bool => !str_contains($key, ':fence:'));
        Check::same([], $left, "$version, $kind: keys left");
    });
});
echo 'done';
?>
--EXPECT--
done
