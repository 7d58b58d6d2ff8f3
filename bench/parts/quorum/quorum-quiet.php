<?php

declare(strict_types=1);

/** How many questions sleeping waiters send a second, all together, to all servers. */
function measure_sleeping_waiters(Run $run, FiveServers $five): void
{
    $waiters = $run->count(64, 4);
    $contention = new Contention($run->asClient($run->contestants->ofQuorum()), $waiters + 1);
    for ($member = 0; $member <= $waiters; $member++) {
        $contention->tell($member, 'use', 'mutex', implode(',', $five->addresses()));
        $contention->tell($member, $member === 0 ? 'hold' : 'wait', 'sleep', Arrivals::SECTION);
        $contention->hear($member);
    }
    $watches = $five->watches();
    $asleep = static fn () => array_sum(array_map(static fn (Redis $watch) => (int) $watch->info('clients')['blocked_clients'], $watches));
    $end = microtime(true) + 30;
    while ($asleep() < $waiters) {
        microtime(true) < $end || throw new RuntimeException("{$asleep()} of $waiters waiters came to rest in Redis.");
        usleep(10_000);
    }
    $sent = array_map(static fn (Redis $watch) => new SentCommands($watch, $watch->getPort()), $watches);
    $rates = [];
    for ($round = 0; $round < min($run->rounds, 5); $round++) {
        $start = microtime(true);
        usleep((int) ($run->seconds * 1e6));
        $questions = array_sum(array_map(static fn (SentCommands $server) => array_sum($server->byClient()), $sent));
        $rates[] = $questions / (microtime(true) - $start);
    }
    array_map(static fn (SentCommands $server) => $server->stop(), $sent);
    $contention->tell(0, 'go');
    for ($member = 0; $member <= $waiters; $member++) {
        $contention->hear($member);
    }
    $contention->stop();
    $run->results->set('quorum.questions', $rates, Figure::COUNT);
    $run->targets->atMost(10 * count($watches), 'quorum.questions', 'questions a second of all sleeping waiters, to all servers');
}

/** What it costs that a server hangs: a process that is connected to it, and one that has never been. */
function measure_hung_server(Run $run, FiveServers $five): void
{
    // A hundredth of `command_timeout` is for a machine that is busy.
    $once = 0.11;
    $slow = 0.05;
    $seconds = $run->quick ? 0.3 : 2.5;
    $servers = implode(',', $five->addresses());
    $all = ['connected' => [], 'new' => []];
    for ($round = 0; $round < min($run->rounds, 5); $round++) {
        $contention = new Contention($run->asClient($run->contestants->ofQuorum()), 2);
        $pairs = static fn (string $who, float $seconds) => $contention->tell($who === 'new' ? 1 : 0, 'pairs', "hang-$who", $seconds, $slow * 1e9);
        $heard = static fn (string $who) => array_map(floatval(...), explode(' ', $contention->hear($who === 'new' ? 1 : 0)));
        for ($member = 0; $member < 2; $member++) {
            $contention->tell($member, 'use', 'mutex', $servers);
        }
        $pairs('connected', 0.2);
        [$usual] = $heard('connected');
        $hung = $five->servers[$round % count($five->servers)];
        $hung->pause();
        try {
            foreach (array_keys($all) as $who) {
                $pairs($who, $seconds);
            }
            foreach (array_keys($all) as $who) {
                [, $longest, $count] = $heard($who);
                $all[$who][] = ['more' => ($longest - $usual) / 1e9, 'again' => max(0, $count - 1)];
            }
        } finally {
            $hung->resume();
            $contention->stop();
        }
    }
    foreach ($all as $who => $rounds) {
        $run->results->set("quorum.hang.$who.more", array_column($rounds, 'more'), Figure::TIME);
        $run->results->set("quorum.hang.$who.again", array_column($rounds, 'again'), Figure::COUNT);
        $whose = $who === 'new' ? 'a process that was never connected to it' : 'a process that is connected to it';
        $run->targets->atMost($once, "quorum.hang.$who.more", "s more for a pair when a server hangs, of $whose");
        $run->targets->atMost(0, "quorum.hang.$who.again", "other pairs that take longer than $slow s, of $whose");
    }
}
