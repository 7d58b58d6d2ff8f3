<?php

declare(strict_types=1);

use Tests\Relay;

/** How many servers fail, and whether they are dead or answer nobody, in two languages. */
const QUORUM_TROUBLES = [
    'well' => [0, false, ['en' => 'all five servers work', 'zh-CN' => '五台服务器都正常']],
    'dead1' => [1, false, ['en' => 'one of five servers is dead', 'zh-CN' => '五台服务器中一台宕机']],
    'dead2' => [2, false, ['en' => 'two of five servers are dead', 'zh-CN' => '五台服务器中两台宕机']],
    'silent2' => [2, true, ['en' => 'two of five servers are a black hole', 'zh-CN' => '五台服务器中两台没有任何响应']],
];

/** What the Redlock does too. One dead server changes little for it. */
const OF_REDLOCK = ['well', 'dead2', 'silent2'];

/** Many processes far away want one lock again and again, while servers fail. A Redlock does the same. */
function measure_quorum_lines(Run $run, FiveServers $five): void
{
    $size = $run->count(64, 6);
    $contention = new Contention($run->asClient($run->contestants->ofQuorum()), $size);
    $cases = [];
    foreach (array_keys(QUORUM_TROUBLES) as $trouble) {
        foreach (in_array($trouble, OF_REDLOCK, true) ? ['mutex', 'redsync'] : ['mutex'] as $contestant) {
            $cases["$contestant.$trouble"] = static fn () => quorum_line($run, $five, $contention, $size, $contestant, $trouble);
        }
    }
    try {
        // A line takes some seconds, so there are few rounds.
        $lines = in_turns(min($run->rounds, 3), $cases);
    } finally {
        $contention->stop();
    }
    foreach ($lines as $case => $rounds) {
        $run->results->set("quorum.line.$case.rate", array_column($rounds, 'perSecond'), Figure::COUNT);
        $run->results->set("quorum.line.$case.handover", array_column($rounds, 'handOver'), Figure::TIME);
        $run->results->set("quorum.line.$case.longest", array_column($rounds, 'longestWait'), Figure::TIME);
        $run->results->set("quorum.line.$case.overtaken", array_column($rounds, 'overtaken'), Figure::COUNT);
        $run->results->set("quorum.line.$case.without", array_column($rounds, 'without'), Figure::COUNT);
    }
    $perSecond = static fn (string $case) => array_map(static fn (float $some) => max($some, 0.5), array_column($lines[$case], 'perSecond'));
    foreach (QUORUM_TROUBLES as $trouble => [, , $what]) {
        $run->targets->atLeast(38, "quorum.line.mutex.$trouble.rate", "locks a second behind 5 ms on each way, while {$what['en']}");
        $run->targets->atMost(0, "quorum.line.mutex.$trouble.overtaken", "waiters overtaken, while {$what['en']}");
        if (in_array($trouble, OF_REDLOCK, true)) {
            $run->results->compare("quorum.line.$trouble", 'redsync', $perSecond("mutex.$trouble"), $perSecond("redsync.$trouble"), [
                'en' => "locks of $size processes behind 5 ms on each way, while {$what['en']}",
                'zh-CN' => "{$size} 个进程单向延迟 5 毫秒时的加锁，{$what['zh-CN']}",
            ]);
        }
    }
}

/** Runs all processes of one contestant. The servers fail when every process is connected to them. */
function quorum_line(Run $run, FiveServers $five, Contention $contention, int $size, string $contestant, string $trouble): QuorumLine
{
    static $lines = 0;
    $name = 'line-' . ++$lines;
    $roundTrip = 0.01;
    $seconds = QuorumLine::WARM_UP + ($run->quick ? 0.2 : 1.8);
    $networks = $five->networks($roundTrip);
    $ports = array_map(static fn (Relay $network) => "127.0.0.1:$network->port", $networks);
    try {
        for ($member = 0; $member < $size; $member++) {
            $contention->tell($member, 'use', $contestant, implode(',', $ports));
            $contention->tell($member, 'greet', "$name-of-$member");
        }
        for ($member = 0; $member < $size; $member++) {
            $contention->hear($member);
            $contention->tell($member, 'turns', $name, Arrivals::SECTION, $seconds);
            $contention->hear($member); // ready
        }
        [$failing, $isSilent] = QUORUM_TROUBLES[$trouble];
        for ($i = 0; $i < $failing; $i++) {
            $isSilent ? $networks[$i]->blackhole() : array_shift($networks)->stop();
        }
        for ($member = 0; $member < $size; $member++) {
            $contention->tell($member, 'go');
        }
        $processes = [];
        for ($member = 0; $member < $size; $member++) {
            $processes[] = array_map(intval(...), explode(' ', $contention->hear($member)));
        }
    } finally {
        array_map(static fn (Relay $network) => $network->stop(), $networks);
    }

    // A process asks all servers, and then joins: who called two round trips later came later.
    return new QuorumLine($processes, $seconds, 2 * $roundTrip);
}
