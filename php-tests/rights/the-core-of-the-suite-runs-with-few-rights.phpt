--TEST--
The core of the suite runs with the rights of the first ACL line of the page of operations
--FILE--
<?php
// Not here: tests with another prefix, with raw connections of their own, or with many processes.
$core = <<<'FILES'
    lock/adopt-*
    lock/auto-release-off
    lock/detach-*
    lock/expire-*
    lock/fence-*
    lock/force-unlock-*
    lock/free-lock-is-granted
    lock/held-*
    lock/is-*
    lock/object-releases-its-locks
    lock/own-lock-replaced-by-another-type
    lock/same-name-twice-is-false-at-once
    lock/timeout-*
    lock/unlock-*
    renewal/adopt-*
    renewal/costs-no-command-more
    renewal/detach-*
    renewal/expire-makes-it-fixed
    renewal/on-lost-found-by-a-method
    renewal/renewed-*
    renewal/stats-of-renewals
    waiting/a-*-does-not-end-the-wait
    waiting/a-f*-holder-is-no-claim
    waiting/a-killed-waiter-costs-a-claim-at-most
    waiting/a-lock-that-became-free-goes-to-the-first
    waiting/a-newcomer-does-not-overtake
    waiting/a-short-lease-stays-short
    waiting/every-wait-is-handed-over-to
    waiting/forced-out-of-a-claim
    waiting/nothing-is-left-behind
    waiting/the-new-first-watches-at-once
    waiting/unlock-hands-over
    waiting/who-came-first-is-served-first
    FILES;
// This file may be a copy, and the folder lib beside it a link.
$root = dirname(realpath(__DIR__ . '/../lib'), 2);
$files = [];
foreach (explode("\n", $core) as $pattern) {
    $found = glob("$root/php-tests/$pattern.phpt");
    Check::true($found !== [], "$pattern is there");
    array_push($files, ...$found);
}

putenv(RedisServer::FEW_RIGHTS . '=1');
$server = RedisServer::start();
$default = new Tests\RedisClient("tcp://127.0.0.1:$server->port");
Check::throws(RedisError::class, fn () => $default->call('KEYS', '*'), 'NOPERM');

ob_start();
$tally = new Tally();
(new PhptStep($tally, $root))->run($files, $server->environment(), tls: false);
$tally->print();
$output = (string) ob_get_clean();
Check::true($tally->good(), "$output\nall pass");
echo 'done';
?>
--EXPECT--
done
