--TEST--
The core of the suite runs while no process awaits its releases
--FILE--
<?php
// Where the option is off for all processes, a test of this list would expect one of these, which awaiting alone promises.
// Each group says why its tests are left out.
const LEFT_OUT = [
    // unlock() and unlockAll() of a lock that was stolen, deleted or replaced are true while the lease is valid, and the
    // loss is counted with the next command.
    'lock/own-lock-replaced-by-another-type',
    'lock/stats-count-a-loss-once',
    'lock/unlock-all',
    'lock/unlock-for-another-leaves-the-own-lock',
    'lock/unlock-never-touches-anothers-lock',
    'lock/unlock-with-its-own-token-is-unlock',
    'renewal/on-lost-found-by-a-method',
    'cluster/a-lock-is-at-the-master-of-its-slot',
    'cluster/a-move-whose-target-fails-over',
    'cluster/unlock-all-releases-at-all-masters',
    'compat/redis-lock-takes-the-article-s-arguments',
    'sentinel/a-lock-is-at-the-master',
    'waiting/eviction-hangs-no-wait-and-turns-no-fence-back',
    // A release is counted when its answer is read.
    'lock/stats-count-each-thing-once',
    // With a valid lease unlock() is true and never Unavailable, also if nothing or an error answers.
    'lock/unlock-after-own-clock-without-server',
    'faults/error-replies-are-unavailable-for-every-method',
    'faults/errors-wrapped-by-redis-6',
    'faults/garbage-on-the-line-is-unavailable',
    'faults/replies-of-another-shape-are-no-answer',
    'faults/stopped-server-*',
    'faults/too-few-replicas-is-unavailable',
    'faults/unlock-lost-twice-is-finished-later',
    'faults/unreachable-server-is-unavailable',
    // MOVED, ASK and TRYAGAIN are read with the next command, and another client or a waiter looks before that.
    'cluster/unlock-in-a-slot-left-half-moved',
    'cluster/unlock-with-a-waiter-while-a-slot-moves',
    // The release is lost or held back in flight, so another client still sees the lock after unlock().
    'faults/lock-lost-twice-is-freed-before-the-next-lock',
    'faults/one-lost-reply-of-a-release',
    // For a millisecond after a release its connection is not looked at, so a cut there is a lost answer.
    'retry-for/zero-survives-a-connection-that-died-at-rest',
    // The test counts reads of the server, or measures how long a release waits for its answer.
    'renewal/costs-no-command-more',
    'faults/stats-of-lost-answers',
];
// The tests of locks, of ends, of renewal, of hand-over and of faults that need no quiet machine.
$core = <<<'FILES'
    faults/bytes-*
    faults/delayed-replies-are-never-taken-for-another
    faults/ghost-request-after-giving-up
    faults/one-connection-for-many-objects
    faults/one-lost-reply-of-a-*
    faults/restarted-server-kills-no-innocent-client
    faults/signal-storm-disturbs-no-command
    life/fork-*
    life/held-while-shutdown-functions-and-destructors-run
    life/locks-of-the-shutdown-are-released
    life/memory-and-descriptors-stay-flat-over-tls
    life/released-*
    life/requests-of-one-process-leave-nothing
    lock/adopt-*
    lock/auto-release-off
    lock/detach-*
    lock/expire-*
    lock/fence-*
    lock/force-unlock-*
    lock/free-lock-is-granted
    lock/held-*
    lock/is-*
    lock/many-processes-exclude-each-other
    lock/object-releases-its-locks
    lock/own-lock-replaced-by-another-type
    lock/same-name-twice-is-false-at-once
    lock/stats-*
    lock/synchronized-*
    lock/timeout-*
    lock/unlock-*
    renewal/adopt-of-*
    renewal/costs-no-command-more
    renewal/detach-*
    renewal/expire-makes-it-fixed
    renewal/fork-*
    renewal/on-lost-*
    renewal/renewed-*
    renewal/stats-of-renewals
    signals/handler-may-*
    signals/waits-nest
    waiting/a-*-does-not-end-the-wait
    waiting/a-cut-at-the-*
    waiting/a-f*-holder-is-no-claim
    waiting/a-killed-waiter-costs-a-claim-at-most
    waiting/a-lock-that-became-free-goes-to-the-first
    waiting/a-newcomer-does-not-overtake
    waiting/every-wait-is-handed-over-to
    waiting/fences-grow-through-hand-overs
    waiting/forced-out-of-a-claim
    waiting/nothing-is-left-behind
    waiting/the-new-first-watches-at-once
    waiting/unlock-*
    waiting/waits-that-nest-are-handed-over
    waiting/who-came-first-is-served-first
    FILES;
// This file may be a copy, and the folder lib beside it a link.
$root = dirname(realpath(__DIR__ . '/../lib'), 2);
$found = static function (string $pattern) use ($root): array {
    $files = glob("$root/php-tests/$pattern.phpt");
    Check::true($files !== [], "$pattern is there");

    return $files;
};
$files = array_merge(...array_map($found, explode("\n", $core)));
$files = array_values(array_diff($files, array_merge(...array_map($found, LEFT_OUT))));

putenv(Extension::RELEASES_AHEAD . '=1');
$worker = Worker::run('say(ini_get("redis_mutex_lock.await_release"));');
$worker->expect('0');
$worker->finish();
$server = RedisServer::start();
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
