<?php
/*
 * What each script of shares answers for each state of its keys, what it leaves, and what it does not touch. A part fails with
 * the first thing that is wrong. Used by php-tests/scripts, with the scripts as they are, and with broken ones.
 */

declare(strict_types=1);

namespace Tests;

final class ShareTable
{
    public const PARTS = [
        'foreignKeys', 'besideLocks', 'limits', 'lifetimes', 'expireAndAdopt', 'deadShares', 'membersOfOthers', 'stringClaims',
        'claimsNobodyReads', 'line', 'togetherBehindALock', 'manyAtOnce', 'claimsTakenUp', 'shortForms', 'companionsOfAnotherType', 'fullServer',
    ];

    private const KEY = 'k';
    private const QUEUE = 'k:q';

    private readonly RedisClient $redis;

    /** @param RedisServer $server a private one: each part empties it, and one fills it */
    public function __construct(private readonly RedisServer $server)
    {
        $this->redis = $server->client();
    }

    /** Plays a part. The claim of a share lasts for 250 ms: on a machine that was as slow a failure proves nothing. */
    public function play(string $part): void
    {
        for ($attempt = 1; ; $attempt++) {
            $began = hrtime(true);
            try {
                $this->$part();

                return;
            } catch (Failure $failure) {
                if ($attempt === 5 || hrtime(true) - $began < 200_000_000) {
                    throw $failure;
                }
            }
        }
    }

    /** What is wrong first, or null. */
    public function firstWrong(): ?string
    {
        foreach (self::PARTS as $part) {
            try {
                $this->$part();
            } catch (Failure|RedisError $wrong) {
                return "$part: {$wrong->getMessage()}";
            }
        }

        return null;
    }

    /** Keys of all kinds that are somebody else's: the answer is no, and every byte stays. */
    private function foreignKeys(): void
    {
        [$ours, $old] = [Script::share(), Script::share()];
        $later = $this->ms() + 600_000;
        $states = [
            'a string' => [['SET', self::KEY, 'other', 'PX', 60_000]],
            'an empty string for ever' => [['SET', self::KEY, '']],
            'a hash' => [['HSET', self::KEY, 'a', 'b']],
            'a list' => [['RPUSH', self::KEY, $ours]],
            'a set' => [['SADD', self::KEY, $ours]],
            'a stream' => [['XADD', self::KEY, '1-1', 'a', 'b']],
            'a leaderboard' => [['ZADD', self::KEY, 10, 'ann', 20, 'bob']],
            'a leaderboard that ends' => [['ZADD', self::KEY, 10, 'ann', 20, 'bob'], ['PEXPIRE', self::KEY, 60_000]],
            'a leaderboard of hashes' => [['ZADD', self::KEY, -3, str_repeat('0', 32), 20, str_repeat('f', 32)]],
            'a leaderboard with a word of ours' => [['ZADD', self::KEY, 1, 'share:', 2, 'share:zz', 3, 'share5']],
            'a leaderboard, above its lowest one a token' => [['ZADD', self::KEY, 1, 'ann', 2, $old]],
            "a lock of Symfony's" => [['ZADD', self::KEY, $later, 'token', $later, '__write__']],
            "a reader of Symfony's" => [['ZADD', self::KEY, $later, 'token'], ['PEXPIRE', self::KEY, 60_000]],
        ];
        $questions = $this->questions($ours, $old);
        foreach ($states as $state => $commands) {
            $this->make(...$commands);
            $before = $this->redis->call('DUMP', self::KEY);
            $ends = $this->redis->call('PTTL', self::KEY) > 0;
            foreach ($questions as $what => [$ask, $no]) {
                $reply = $ask();
                Check::same($no, is_array($reply) && count($reply) === 4 ? $this->standing($reply) : $reply, "$what of $state");
                Check::same($before, $this->redis->call('DUMP', self::KEY), "$what does not touch $state");
                Check::same($ends, $this->redis->call('PTTL', self::KEY) > 0, "$what lets the lifetime of $state alone");
                Script::release($this->redis, self::KEY, $ours);
                Check::same(1, $this->redis->call('DBSIZE'), "$what of $state leaves nothing else");
            }
        }
    }

    /** A shared key keeps every lock out, and every lock keeps shares out. */
    private function besideLocks(): void
    {
        $this->make();
        $share = Script::share();
        Check::same([1, null], $this->ask($share), 'a share');
        Check::same([1, null], $this->ask($share, 10_000), 'asked twice');
        Check::same(1, $this->count(), 'it is one');
        Check::between(20_001, 30_000, $this->left($share), 'and not shorter');
        $before = $this->redis->call('DUMP', self::KEY);
        Check::same(null, $this->redis->call('SET', self::KEY, 'other', 'NX', 'PX', 1000), 'SET NX');
        Check::same([0], Script::acquire($this->redis, self::KEY, 'lock', joins: 'new'), 'acquire of a lock');
        Check::same([0], Script::take($this->redis, self::KEY, 'lock'), 'take of a lock');
        Check::same(0, Script::release($this->redis, self::KEY, 'lock'), 'release of a lock');
        Check::same(0, Script::free($this->redis, self::KEY, 'lock'), 'free of a lock');
        Check::same(0, Script::renew($this->redis, self::KEY, 'lock'), 'renew of a lock');
        Check::same([0], Script::adopt($this->redis, self::KEY, 'lock', from: $share), 'adopt of a lock');
        Check::same($before, $this->redis->call('DUMP', self::KEY), 'the shared key is untouched');
        Check::same(1, Script::release($this->redis, self::KEY, $share), 'release');
        Check::same(0, Script::release($this->redis, self::KEY, $share), 'release, asked twice');
        Check::same([1, null], Script::acquire($this->redis, self::KEY, 'lock', joins: 'new'), 'then a lock');
        [$reply, , , $rank] = $this->join($share);
        Check::same([0, 1], [$reply, $rank], 'a share waits for it');
        Check::same(1, Script::release($this->redis, self::KEY, 'lock'), 'the lock is released');
        Check::same($share, $this->redis->call('GET', self::KEY), 'it has a claim');
    }

    /** The limit of the one that asks counts all. */
    private function limits(): void
    {
        $this->make();
        [$a, $b, $c] = [Script::share(2), Script::share(2), Script::share(2)];
        Check::same([[1, null], [1, null], [0]], [$this->ask($a), $this->ask($b), $this->ask($c)], 'two of two');
        Check::same([0], Script::take($this->redis, self::KEY, $c), 'take counts too');
        Check::same([1, null], $this->ask($a), 'asked again where no room is');
        Check::same([[0], [1, null]], [$this->ask(Script::share(1)), $this->ask(Script::share(3))], 'each limit counts all');
        Check::same([1, null], $this->ask(Script::share()), 'without a limit');
        Check::same(4, $this->count(), 'four');

        // One leaves: one of three is let in, and the next one learns that it is the first.
        $this->make();
        [$a, $b] = [Script::share(2), Script::share(2)];
        $this->ask($a, 20_000);
        $this->ask($b);
        $waiters = [Script::share(2), Script::share(2), Script::share(2)];
        foreach ($waiters as $place => $waiter) {
            [, $look, , $rank] = $this->join($waiter);
            Check::same([1, 2, 0][$place], $rank, "the place $place");
            Check::between($place === 0 ? 10_001 : -1, $place === 0 ? 20_000 : -1, $look, 'the first one looks when a share ends');
        }
        Check::same(1, Script::release($this->redis, self::KEY, $a), 'one is released');
        Check::same([true, false, false], array_map($this->has(...), $waiters), 'one is let in');
        Check::same(['yours'], Script::wakeUps($this->redis, self::KEY, $waiters[0]), 'and woken');
        Check::same(['first'], Script::wakeUps($this->redis, self::KEY, $waiters[1]), 'the next one is the first');
        Check::same('claim', $this->claim($waiters[0]), 'its claim is short');
        Check::same([1, null], $this->join($waiters[0], joins: 'woken'), 'it takes the claim up');
        Check::between(20_001, 30_000, $this->left($waiters[0]), 'as a lease');
        Check::same(2, $this->count(), 'still two');
        Check::same([], Script::wakeUps($this->redis, self::KEY, $waiters[0]), 'no wake-up is left');

        // A smaller limit waits until it fits.
        $this->make();
        [$a, $b, $small] = [Script::share(3), Script::share(3), Script::share(1)];
        $this->ask($a);
        $this->ask($b);
        $this->join($small);
        Script::release($this->redis, self::KEY, $a);
        Check::same(false, $this->has($small), 'a limit of one beside one');
        Script::release($this->redis, self::KEY, $b);
        Check::same($small, $this->redis->call('GET', self::KEY), 'until it is alone');

        // Who comes later gets no room that is there, as long as somebody stands before it.
        $this->make();
        $this->ask($a);
        $this->ask($b);
        $this->join($small);
        Check::same([0], $this->ask(Script::share(9)), 'behind a smaller limit');
        Check::same([0, 2], $this->standing($this->join(Script::share())), 'and without one');
    }

    /** The key ends with its longest share, and with no other. */
    private function lifetimes(): void
    {
        $this->make();
        [$long, $short] = [Script::share(), Script::share()];
        $this->ask($long, 60_000);
        $this->ask($short, 20_000);
        $this->ends(60, 'both');
        Check::same(1, Script::renew($this->redis, self::KEY, $short, 90_000), 'renew');
        $this->ends(90, 'the renewed one is the longest');
        Check::same(1, Script::renew($this->redis, self::KEY, $short, 10_000), 'a late renewal');
        $this->ends(90, 'it undoes nothing');
        Check::same(1, Script::release($this->redis, self::KEY, $short), 'the longest is released');
        $this->ends(60, 'the other one counts');
        Check::same([1, null], Script::take($this->redis, self::KEY, $short, 80_000), 'take');
        $this->ends(80, 'take');
        Check::same(1, Script::free($this->redis, self::KEY, $short), 'free');
        $this->ends(60, 'free');
        Check::same([1, null], Script::take($this->redis, self::KEY, $long, 10_000), 'take, asked again');
        $this->ends(60, 'it shortens nothing');
    }

    private function expireAndAdopt(): void
    {
        $this->make();
        [$a, $b, $new, $late] = [Script::share(), Script::share(5), Script::share(5), Script::share(5)];
        $this->ask($a, 60_000);
        $this->ask($b, 40_000);
        Check::same(1, Script::expire($this->redis, self::KEY, $a, 20_000), 'expire');
        $this->ends(40, 'expire shortens');
        Check::same(1, Script::expire($this->redis, self::KEY, $b, 10_000), 'expire of the other');
        $this->ends(20, 'expire shortens the key');
        Check::same(1, Script::expire($this->redis, self::KEY, $b, 50_000), 'expire lengthens');
        $this->ends(50, 'expire lengthens');
        foreach (['adopt' => 30, 'adopt, asked twice' => 30] as $what => $ends) {
            Check::same([1, null], Script::adopt($this->redis, self::KEY, $new, $ends * 1000, from: $b), $what);
            $this->ends($ends, $what);
            Check::same([false, true, 2], [$this->has($b), $this->has($new), $this->count()], "$what: the old one is used up");
        }
        Check::same([1, null], Script::adopt($this->redis, self::KEY, $new, 1000, from: $b), 'a late adopt');
        $this->ends(30, 'it shortens nothing');
        Check::same([0], Script::adopt($this->redis, self::KEY, $late, from: $b), 'a second adopter');
        Check::same(0, Script::release($this->redis, self::KEY, $b), 'release of the old one');
        Check::same(2, $this->count(), 'both stay');
    }

    /** The dead make room, have nothing, and are taken out. A share that leaves beside them leaves as the last one. */
    private function deadShares(): void
    {
        $states = ['one dead' => [-5000], 'two dead' => [-9000, -1], 'dead this millisecond' => [0]];
        foreach ($states as $state => $ages) {
            [$live, $new] = [Script::share(), Script::share(2)];
            $dead = array_map(static fn (): string => Script::share(2), $ages);
            $make = function () use ($live, $dead, $ages): void {
                $this->make();
                $this->put($live, 60_000);
                array_map($this->put(...), $dead, $ages);
            };
            $questions = [
                'renew' => [static fn ($redis, $of) => Script::renew($redis, self::KEY, $of), 0],
                'expire' => [static fn ($redis, $of) => Script::expire($redis, self::KEY, $of), 0],
                'release' => [static fn ($redis, $of) => Script::release($redis, self::KEY, $of), 0],
                'free' => [static fn ($redis, $of) => Script::free($redis, self::KEY, $of), 0],
                'adopt' => [static fn ($redis, $of) => Script::adopt($redis, self::KEY, Script::share(), from: $of), [0]],
            ];
            foreach ($questions as $what => [$ask, $no]) {
                $make();
                Check::same($no, $ask($this->redis, $dead[0]), "$state: $what of it");
                $this->ends(60, "$state: $what");
            }
            foreach (['acquire', 'take'] as $script) {
                $make();
                Check::same([1, null], Script::$script($this->redis, self::KEY, $new), "$state: $script gets its place");
                Check::same(2, $this->count(), "$state: $script takes the dead out");
                $make();
                Check::same([1, null], Script::$script($this->redis, self::KEY, $dead[0]), "$state: $script of its own token");
            }
            // Another one lives: the waiter gets the place, although the dead were in it.
            $make();
            $this->put($other = Script::share(), 50_000);
            $this->wait($new);
            Check::same(1, Script::release($this->redis, self::KEY, $live), "$state: release beside it and a living one");
            Check::same(['claim', true, 2], [$this->claim($new), $this->has($other), $this->count()], "$state: who is in");
            // Nobody waits: the key ends, although the dead are in it still.
            foreach (['release', 'free'] as $script) {
                $make();
                Check::same(1, Script::$script($this->redis, self::KEY, $live), "$state: $script beside it");
                Check::same(0, $this->redis->call('DBSIZE'), "$state: $script beside it frees the key");
            }
            // Somebody waits: the key is handed over, and is there all the time.
            foreach (['a lock' => 'lock', 'a share' => $new] as $who => $waiter) {
                $make();
                $this->wait($waiter);
                Check::same(1, Script::release($this->redis, self::KEY, $live), "$state, $who waits: release");
                Check::same($waiter, $this->redis->call('GET', self::KEY), "$state, $who waits: it has a claim");
                Check::same(['yours'], Script::wakeUps($this->redis, self::KEY, $waiter), "$state, $who waits: it is woken");
            }
        }
    }

    /** Somebody else's members in a set of ours: they count, keep locks out and stay, and ours live beside them. */
    private function membersOfOthers(): void
    {
        [$a, $b, $dead] = [Script::share(), Script::share(), Script::share()];
        $this->make();
        $this->put($a, 30_000);
        $this->put('theirs', 60_000);
        $this->put($b, 90_000);
        Check::same([[0], [1, null]], [$this->ask(Script::share(3)), $this->ask(Script::share(4))], 'theirs in the middle counts');
        Check::same([0], Script::acquire($this->redis, self::KEY, 'lock'), 'no lock');
        Check::same(1, Script::renew($this->redis, self::KEY, $a, 40_000), 'renew beside it');
        Check::same([1, 1], [Script::release($this->redis, self::KEY, $a), Script::free($this->redis, self::KEY, $b)], 'released');
        Check::true($this->has('theirs'), 'theirs stays');
        $this->ends(60, 'and its time');

        // A dead one of ours is the lowest. When it has been taken out, the set is theirs.
        $this->make();
        $this->put($b, 90_000);
        $this->put('theirs', 60_000);
        $this->put($dead, -1000);
        Check::same([0], $this->ask($a), 'behind theirs nobody is let in');
        Check::same([false, true, true], [$this->has($dead), $this->has('theirs'), $this->has($b)], 'who stays');
        Check::same([1, null], $this->ask($b), 'what is ours is ours');

        // A dead one of theirs is the lowest: it is no business of ours, and ours live beside it.
        foreach (['release', 'free'] as $script) {
            $this->make();
            $this->put($a, 60_000);
            $this->put($b, 80_000);
            $this->put('theirs', -1000);
            Check::same([[0], [0]], [$this->ask(Script::share()), Script::take($this->redis, self::KEY, Script::share())], 'nobody new');
            Check::same([1, null], $this->ask($a, 70_000), 'asked again');
            Check::same(1, Script::renew($this->redis, self::KEY, $a, 90_000), 'renewed');
            Check::same(1, Script::expire($this->redis, self::KEY, $a, 60_000), 'a new end');
            Check::same(1, Script::$script($this->redis, self::KEY, $b), "$script beside it");
            Check::same([true, true], [$this->has('theirs'), $this->has($a)], "$script lets both stay");
            $this->ends(60, "$script beside it");
            $script === 'release' && $this->wait('lock');
            Check::same(1, Script::$script($this->redis, self::KEY, $a), "$script of the last one that lives");
            Check::same($script === 'release' ? 'string' : 'none', $this->redis->call('TYPE', self::KEY), 'the dead set is gone');
        }
    }

    /** A free key is handed over as a claim, which is a string. */
    private function stringClaims(): void
    {
        foreach (['acquire', 'join', 'take'] as $how) {
            $share = Script::share(2);
            $this->make(['SET', self::KEY, $share, 'PX', 900], ['RPUSH', $this->wake($share), 'yours 1']);
            $reply = $how === 'take' ? Script::take($this->redis, self::KEY, $share)
                : Script::acquire($this->redis, self::KEY, $share, joins: $how === 'join' ? 'woken' : '0');
            Check::same([1, null], $reply, "$how takes the claim up");
            Check::same(['zset', 1], [$this->redis->call('TYPE', self::KEY), $this->count()], "$how makes a set of it");
            $this->ends(30, $how);
            Check::same(1, $this->redis->call('DBSIZE'), "$how leaves no wake-up");
        }
        foreach (['release', 'free'] as $script) {
            $this->make(['SET', self::KEY, $share, 'PX', 900]);
            Check::same(1, Script::$script($this->redis, self::KEY, $share), "$script of a claim");
            Check::same(0, $this->redis->call('DBSIZE'), "$script frees it");
        }
        $this->make(['SET', self::KEY, $share, 'PX', 900]);
        $this->wait('lock');
        Check::same(1, Script::release($this->redis, self::KEY, $share), 'release of a claim for which somebody waits');
        Check::same('lock', $this->redis->call('GET', self::KEY), 'hands it over');

        // The claim of another is no lease of ours. Any other share waits.
        foreach ([Script::share(), 'lock'] as $other) {
            $this->make(['SET', self::KEY, $other, 'PX', 900]);
            foreach ($this->questions($share, Script::share()) as $what => [$ask, $no]) {
                $reply = $ask();
                Check::same($no, is_array($reply) && count($reply) === 4 ? $this->standing($reply) : $reply, "$what beside a claim");
                Check::same($other, $this->redis->call('GET', self::KEY), "$what lets the claim be");
                Script::release($this->redis, self::KEY, $share);
            }
        }
    }

    /** A claim whose wake-up lies unread goes on to the next one, which may be of the other kind. One that was read stays. */
    private function claimsNobodyReads(): void
    {
        [$share, $other] = [Script::share(), Script::share()];
        foreach (['lock', $other] as $holder) {
            // [milliseconds that the claim lives, milliseconds that its wake-up lives, granted]
            $states = ['read' => [900, 0, false], 'fresh' => [900, 3000, false], 'unread' => [700, 2700, true]];
            foreach ($states as $state => [$left, $unread, $granted]) {
                foreach (['acquire', 'join'] as $how) {
                    $this->make(['SET', self::KEY, $holder, 'PX', $left]);
                    if ($unread > 0) {
                        $this->redis->call('RPUSH', $this->wake($holder), 'yours');
                        $this->redis->call('PEXPIRE', $this->wake($holder), $unread);
                    }
                    $reply = $how === 'join' ? $this->join($share) : $this->ask($share);
                    Check::same($granted, $reply[0] === 1, "$how, $state claim");
                    $state === 'fresh' && $how === 'join' && Check::between(1, 200, $reply[1], 'look again soon');
                    Check::same($granted ? 'zset' : 'string', $this->redis->call('TYPE', self::KEY), "$how, $state claim: the key");
                }
                // Take knows no wake-ups.
                Check::same($granted ? [1, null] : [0], Script::take($this->redis, self::KEY, $share), "take, $state claim");
            }
            // Somebody stands before the share that asks: the claim is that one's, for 20 ms unless it reads.
            foreach (['next', Script::share(1)] as $first) {
                $this->make(['SET', self::KEY, $holder, 'PX', 700]);
                $this->wait($first);
                $this->redis->call('RPUSH', $this->wake($holder), 'yours');
                $this->redis->call('PEXPIRE', $this->wake($holder), 2700);
                [$reply, $look] = $this->join($share);
                Check::same([0, $first], [$reply, $this->redis->call('GET', self::KEY)], 'the first one has it');
                Check::between(1, 20, $look, 'and is looked after soon');
                Check::same([$share], $this->waiting(), 'who waits');
            }
        }
        // The claim of a share beside others ends by itself, and its place is the next one's. The waiter keeps its ticket.
        $this->make();
        [$a, $b, $c, $d] = [Script::share(2), Script::share(2), Script::share(2), Script::share(2)];
        $this->ask($a);
        $this->ask($b);
        $ticket = $this->join($c)[2];
        $this->join($d);
        Script::release($this->redis, self::KEY, $a);
        Check::same('claim', $this->claim($c), 'a claim');
        $this->put($c, -1);
        Check::same([1, null], $this->join($d), 'the place of a claim that is over is free');
        $reply = $this->join($c, ticket: $ticket);
        Check::same([0, $ticket, 1], [$reply[0], $reply[2], $reply[3]], 'who comes back has its old place');
        Check::same([$c], $this->waiting(), 'and is alone there');
    }

    /** Locks and shares stand in one queue, and nobody passes another. */
    private function line(): void
    {
        [$a, $b, $c] = [Script::share(), Script::share(), Script::share()];
        $behindALock = function () use ($a, $b): array {
            $this->make();
            $this->ask($a);
            $ticket = Script::acquire($this->redis, self::KEY, 'lock', joins: 'newcomer')[2];

            return [$ticket, $this->join($b)];
        };
        [$ticket, $reply] = $behindALock();
        Check::same([0, 2], $this->standing($reply), 'a share behind a lock');
        Check::same([0], $this->ask($c), 'one that does not wait');
        Check::same([0, 0], $this->standing($this->join($c)), 'one more');
        Check::same(['lock', $b, $c], $this->waiting(), 'who waits');
        Check::same([1, null], $this->ask($a), 'who has it asks again, and passes nobody');
        Check::same(1, Script::release($this->redis, self::KEY, $a), 'release');
        Check::same(['lock', ['yours']], [$this->redis->call('GET', self::KEY), Script::wakeUps($this->redis, self::KEY, 'lock')], 'the lock is next');
        Check::same(['first'], Script::wakeUps($this->redis, self::KEY, $b), 'and the first share is the first');

        // A waiter before them gives up, in both ways. Who is the first now learns it, and gets in with those behind it.
        foreach (['acquire', 'release'] as $how) {
            [$ticket, $reply] = $behindALock();
            $this->join($c);
            $no = $how === 'release' ? Script::release($this->redis, self::KEY, 'lock')
                : Script::acquire($this->redis, self::KEY, 'lock', ticket: $ticket)[0];
            Check::same(0, $no, "the lock gives up by $how");
            Check::same(['first'], Script::wakeUps($this->redis, self::KEY, $b), "$how: the share learns it");
            Check::same([1, null], $this->join($b, ticket: $reply[2]), "$how: and gets in");
            Check::same([['yours'], 'claim'], [Script::wakeUps($this->redis, self::KEY, $c), $this->claim($c)], "$how: with the next one");
            Check::same([], $this->waiting(), "$how: nobody waits");
            [, $reply] = $behindALock();
            $this->join($c);
            $no = $how === 'release' ? Script::release($this->redis, self::KEY, $b) : $this->ask($b, ticket: $reply[2])[0];
            Check::same([0, ['lock', $c]], [$no, $this->waiting()], "the share in the middle gives up by $how");
            $this->make();
            Script::acquire($this->redis, self::KEY, 'lock', joins: 'new');
            $this->join($b);
            $this->join($c);
            $no = $how === 'release' ? Script::release($this->redis, self::KEY, $b) : $this->ask($b)[0];
            Check::same([0, [$c]], [$no, $this->waiting()], "the first share gives up by $how");
            Check::same(['first'], Script::wakeUps($this->redis, self::KEY, $c), "$how: the next one learns it");
        }

        // There is room, and somebody stands before the one that asks: both get in, in this order, or the first one alone.
        $this->make();
        $this->ask($a);
        $this->wait($b);
        Check::same([1, null], $this->join($c), 'behind a share');
        Check::same(['claim', ['yours'], []], [$this->claim($b), Script::wakeUps($this->redis, self::KEY, $b), $this->waiting()], 'that one has a claim');
        Check::between(20_001, 30_000, $this->left($c), 'and this one its lease');
        $this->make();
        $this->ask($a);
        $this->wait($b);
        Check::same([0], $this->ask($c), 'one that does not wait lets the first one in');
        Check::same(['claim', false, []], [$this->claim($b), $this->has($c), $this->waiting()], 'and that one alone');
        foreach (['lock', $b] as $first) {
            $this->make();
            $this->wait($first);
            Check::same([0, 1], $this->standing($this->join($c)), 'the key is free');
            Check::same([$first, [$c]], [$this->redis->call('GET', self::KEY), $this->waiting()], 'the first one has a claim');
        }
        // Who has a lower ticket than the first one comes before it.
        $this->make();
        $this->wait('lock');
        Check::same([1, null], $this->ask($b, ticket: 9), 'a lower ticket');
        Check::same(['lock'], $this->waiting(), 'the first one waits on');
        $this->make();
        $this->wait('lock');
        Check::same([0], $this->ask($b, ticket: 11), 'a higher ticket');

        // The dead do not count.
        $this->make();
        $this->wait('lock', -3_000_000);
        Check::same([1, null], $this->ask($b), 'behind a dead lock');
        Check::same(0, $this->redis->call('EXISTS', self::QUEUE), 'which is taken out');
        // Who has a share stands in the queue no more, and tells the next one.
        $this->make();
        $this->ask($a);
        $this->wait($a);
        $this->wait('lock', place: 11);
        Check::same([1, null], $this->join($a, ticket: 10), 'a share that stands in the queue too');
        Check::same([['lock'], ['first']], [$this->waiting(), Script::wakeUps($this->redis, self::KEY, 'lock')], 'leaves it');
        $this->wait($a);
        Check::same(1, Script::release($this->redis, self::KEY, $a), 'released while it stands there');
        Check::same(['lock', []], [$this->redis->call('GET', self::KEY), $this->waiting()], 'the next one gets the key');
    }

    /** A lock lets the first share in, and this one the shares behind it, up to the next lock. */
    private function togetherBehindALock(): void
    {
        $this->make();
        Script::acquire($this->redis, self::KEY, 'lock', joins: 'new');
        $shares = [Script::share(), Script::share(9), Script::share()];
        array_map($this->join(...), $shares);
        Script::acquire($this->redis, self::KEY, 'next', joins: 'newcomer');
        $late = Script::share();
        $this->join($late);
        Check::same(1, Script::release($this->redis, self::KEY, 'lock'), 'the lock is released');
        Check::same($shares[0], $this->redis->call('GET', self::KEY), 'the first share has a claim');
        Check::same(null, $this->redis->call('SET', self::KEY, 'other', 'NX', 'PX', 99), 'the key is never free');
        Check::same([1, null], $this->join($shares[0], joins: 'woken'), 'it takes the claim up');
        Check::same([true, 'claim', 'claim', false], [
            $this->has($shares[0]), $this->claim($shares[1]), $this->claim($shares[2]), $this->has($late),
        ], 'who is in');
        Check::same([['yours'], ['first']], [
            Script::wakeUps($this->redis, self::KEY, $shares[2]), Script::wakeUps($this->redis, self::KEY, 'next'),
        ], 'who is woken');
        foreach ([1, 2] as $place) {
            Check::same([1, null], $this->join($shares[$place], joins: 'woken'), 'it takes its claim up');
        }
        foreach ($shares as $share) {
            Check::same('zset', $this->redis->call('TYPE', self::KEY), 'the lock waits for all');
            Check::same(1, Script::release($this->redis, self::KEY, $share), 'release');
        }
        Check::same('next', $this->redis->call('GET', self::KEY), 'the next lock');
        Check::same([1, null], Script::acquire($this->redis, self::KEY, 'next', joins: 'woken'), 'takes it');
        Check::same(1, Script::release($this->redis, self::KEY, 'next'), 'and releases it');
        Check::same($late, $this->redis->call('GET', self::KEY), 'the share behind it');
    }

    /** One script lets 16 in at most, and each that takes its claim up lets more in. */
    private function manyAtOnce(): void
    {
        $this->make();
        Script::acquire($this->redis, self::KEY, 'lock', joins: 'new');
        $shares = array_map(static fn (): string => Script::share(), range(0, 39));
        array_map($this->join(...), $shares);
        Script::release($this->redis, self::KEY, 'lock');
        foreach ([17, 33, 40] as $place => $count) {
            Check::same([1, null], $this->join($shares[$place], joins: 'woken'), 'it takes its claim up');
            Check::same([$count, 40 - $count], [$this->count(), count($this->waiting())], 'so many are in');
        }
        Check::same(0, $this->redis->call('EXISTS', self::QUEUE), 'nobody waits');

        // So many of a line of any length, and the next one learns that it is the first.
        foreach ([1, 2, 3, 7, 8, 9, 10, 16, 17, 18, 19, 40] as $length) {
            $this->make();
            Script::acquire($this->redis, self::KEY, 'lock', joins: 'new');
            $line = array_slice($shares, 0, $length);
            array_map($this->join(...), $line);
            Script::release($this->redis, self::KEY, 'lock');
            $this->redis->call('DEL', $this->wake($line[0]));
            Check::same([1, null], $this->join($line[0], joins: 'woken'), "the first of $length");
            $words = array_map(fn (string $share): array => Script::wakeUps($this->redis, self::KEY, $share), $line);
            $expected = array_slice([[], ...array_fill(0, 16, ['yours']), ['first'], ...array_fill(0, 22, [])], 0, $length);
            // The one behind the first has learnt by the release that it is the first.
            if ($length > 1) {
                $expected[1] = ['first', 'yours'];
            }
            Check::same($expected, $words, "$length in a line: who is woken");
            Check::same(array_slice($line, 17), $this->waiting(), "$length in a line: who waits");
        }

        // The first of the queue that asks is granted, and lets in those behind it, not itself.
        $this->make();
        $this->wait($shares[0], place: 10);
        $this->wait($shares[1], place: 11);
        Check::same([1, null], $this->join($shares[0]), 'the first is granted');
        Check::same([[], ['yours']], [
            Script::wakeUps($this->redis, self::KEY, $shares[0]), Script::wakeUps($this->redis, self::KEY, $shares[1]),
        ], 'who is woken');

        // The key lives as long as the claim of one that is let in beside a share that ends sooner.
        [$a, $b, $c] = [Script::share(2), Script::share(2), Script::share(2)];
        do {
            $this->make();
            $this->put($a, 60_000);
            $this->wait($c);
            $this->put($b, 150);
            $released = Script::release($this->redis, self::KEY, $a);
            $left = (int) $this->redis->call('PTTL', self::KEY);
            $isMeasured = $this->redis->call('TYPE', self::KEY) === 'zset' && $this->left($b) > 0;
        } while (!$isMeasured);
        Check::same([1, 'claim'], [$released, $this->claim($c)], 'it is let in');
        Check::between(151, 250, $left, 'the key ends');
    }

    /** The short form of acquire takes up a claim whose wake-up was read, and does what the long form does. */
    private function claimsTakenUp(): void
    {
        [$ours, $other] = [Script::share(2), Script::share(2)];
        // Milliseconds that each share has left. The first one is not dead, because the key would end with it.
        $sets = [
            'a claim' => [$ours => 240],
            'a claim beside a longer share' => [$ours => 240, $other => 60_000],
            'a claim beside a shorter share' => [$ours => 240, $other => 200],
            'a claim beside a member of others' => [$ours => 240, 'theirs' => 60_000],
            'a claim beside a dead share' => [$ours => 240, $other => -1000],
            'a lease that is longer' => [$ours => 90_000],
            'a claim that is over, and its place is free' => [$other => 60_000, $ours => -1],
            'a claim that is over, and its place is taken' => [$other => 60_000, Script::share(2) => 50_000, $ours => -1],
            'no claim' => [$other => 60_000],
            'no claim, and no place' => [$other => 60_000, Script::share(2) => 50_000],
        ];
        // Who waits: a token and its place, or another key.
        $queues = [
            'nobody' => [],
            'a share behind it' => [Script::share() => 11],
            'a lock before it' => ['lock' => 9],
            'itself' => [$ours => 10, 'lock' => 11],
        ];
        foreach ($sets as $state => $members) {
            foreach ($queues as $line => $waiters) {
                foreach (['acquire', 'acquireAtLength'] as $form) {
                    $this->make();
                    array_map($this->put(...), array_keys($members), $members);
                    array_map(fn (string $waiter, int $place) => $this->wait($waiter, place: $place), array_keys($waiters), $waiters);
                    $reply = Script::$form($this->redis, self::KEY, $ours, ticket: 10, joins: 'woken');
                    $rough = static fn (int $left): string => $left <= 250 ? 'a claim or dead' : ceil($left / 10_000) . '0 s';
                    $left = [];
                    $isShared = $this->redis->call('TYPE', self::KEY) === 'zset';
                    foreach ($isShared ? $this->redis->call('ZRANGE', self::KEY, 0, -1) : [] as $member) {
                        $left[$member] = $rough($this->left($member));
                    }
                    $queue = array_map(fn (string $waiter): array => Script::wakeUps($this->redis, self::KEY, $waiter), [$ours, ...array_keys($waiters)]);
                    $after[$form] = [$reply[0], $reply[2] ?? null, $isShared ? $left : $this->redis->call('GET', self::KEY), $rough($this->redis->call('PTTL', self::KEY)), $this->waiting(), $queue];
                }
                Check::same($after['acquireAtLength'], $after['acquire'], "$state, $line: both forms");
            }
        }
        // The end of the key was taken away by hand.
        $this->make();
        $this->put($ours, 240);
        $this->redis->call('PERSIST', self::KEY);
        Check::same([1, null], $this->join($ours, joins: 'woken'), 'of a key without end');
        $this->ends(30, 'of a key without end');
        // A queue of another type is somebody else's.
        $this->make(['SET', self::QUEUE, 'x']);
        $this->put($ours, 240);
        Check::same([1, null], $this->join($ours, joins: 'woken'), 'beside a queue of another type');
        $this->ends(30, 'beside a queue of another type');
    }

    /** The short forms know no queue, so nobody is handed anything. */
    private function shortForms(): void
    {
        $this->make();
        [$a, $b, $c] = [Script::share(2), Script::share(2), Script::share(2)];
        $this->wait('lock');
        Check::same([1, null], Script::take($this->redis, self::KEY, $a), 'take asks nobody');
        Check::same([1, null], Script::take($this->redis, self::KEY, $a), 'asked twice');
        Check::same([1, null], Script::take($this->redis, self::KEY, $b), 'a second one');
        Check::same([0], Script::take($this->redis, self::KEY, $c), 'a third one');
        Check::same([1, 0], [Script::free($this->redis, self::KEY, $a), Script::free($this->redis, self::KEY, $a)], 'free');
        Check::same([1, null], Script::take($this->redis, self::KEY, $c), 'then the third one');
        Check::same([1, 1], [Script::free($this->redis, self::KEY, $b), Script::free($this->redis, self::KEY, $c)], 'all are freed');
        Check::same([0, ['lock']], [$this->redis->call('EXISTS', self::KEY), $this->waiting()], 'the queue is untouched');
        $this->redis->call('RPUSH', $this->wake($a), 'yours 1');
        Check::same([1, null], Script::take($this->redis, self::KEY, $a), 'take');
        Check::same([], Script::wakeUps($this->redis, self::KEY, $a), 'takes its wake-ups away');
        $this->make();
        $this->put($a, 60_000);
        foreach (['lock', 'another', $b] as $place => $waiter) {
            $this->wait($waiter, place: 10 + $place);
        }
        Check::same([1, null], Script::take($this->redis, self::KEY, $b), 'take lets in who waits behind two others');
        Check::same(1, Script::release($this->redis, self::KEY, $b), 'its release');
        Check::same([[$a], ['lock', 'another']], [$this->redis->call('ZRANGE', self::KEY, 0, -1), $this->waiting()], 'it waits no more');
    }

    /** A queue or a wake list of another type is somebody else's: it stays, and all works without it. */
    private function companionsOfAnotherType(): void
    {
        foreach ([['SET', self::QUEUE, 'x'], ['HSET', self::QUEUE, 'a', 'b'], ['RPUSH', self::QUEUE, 'a']] as $queue) {
            [$a, $b] = [Script::share(), Script::share(2)];
            $this->make($queue);
            $before = $this->redis->call('DUMP', self::QUEUE);
            Check::same([1, null], $this->join($a), "$queue[0]: a share");
            Check::same([0], Script::acquire($this->redis, self::KEY, 'lock', joins: 'newcomer'), "$queue[0]: a lock has no place");
            Check::same([1, null], $this->join($b), "$queue[0]: a second one");
            Check::same([0], $this->join(Script::share(2)), "$queue[0]: a third one has no place");
            Check::same([1, 1], [Script::renew($this->redis, self::KEY, $a), Script::expire($this->redis, self::KEY, $b)], "$queue[0]: leases");
            Check::same(0, Script::release($this->redis, self::KEY, Script::share()), "$queue[0]: release of nothing");
            Check::same([1, 1], [Script::release($this->redis, self::KEY, $a), Script::release($this->redis, self::KEY, $b)], "$queue[0]: released");
            $this->redis->call('SET', self::KEY, $a, 'PX', 900);
            Check::same([1, null], $this->join($a), "$queue[0]: a claim");
            Check::same(1, Script::release($this->redis, self::KEY, $a), "$queue[0]: and its release");
            Check::same([1, $before], [$this->redis->call('DBSIZE'), $this->redis->call('DUMP', self::QUEUE)], "$queue[0]: it is untouched");
        }
        foreach ([['SET', 'x'], ['HSET', 'a', 'b'], ['ZADD', 1, 'a']] as $words) {
            [$a, $b, $c] = [Script::share(2), Script::share(2), Script::share(2)];
            $this->make();
            array_map($this->join(...), [$a, $b, $c]);
            $list = $this->wake($c);
            $this->redis->call($words[0], $list, ...array_slice($words, 1));
            $before = $this->redis->call('DUMP', $list);
            Check::same(1, Script::release($this->redis, self::KEY, $a), "$words[0]: release");
            Check::same('claim', $this->claim($c), "$words[0]: the waiter is let in");
            Check::same([1, null], $this->join($c), "$words[0]: and takes its claim up");
            Check::same([1, null], Script::take($this->redis, self::KEY, $c), "$words[0]: take");
            Check::same([1, 1], [Script::release($this->redis, self::KEY, $b), Script::free($this->redis, self::KEY, $c)], "$words[0]: released");
            Check::same([1, $before], [$this->redis->call('DBSIZE'), $this->redis->call('DUMP', $list)], "$words[0]: it is untouched");
        }
    }

    /** On a server without memory all works but new shares and new places: these are errors, and leave nothing. */
    private function fullServer(): void
    {
        $full = function (bool $is): void {
            $this->redis->call('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
            $this->redis->call('CONFIG', 'SET', 'maxmemory', $is ? '1' : '0');
        };
        [$a, $b, $c, $new] = [Script::share(2), Script::share(2), Script::share(2), Script::share(2)];
        $this->make();
        array_map($this->ask(...), [$a, $b]);
        $ticket = $this->join($c)[2];
        $full(true);
        try {
            Check::throws(RedisError::class, fn () => $this->redis->call('SET', 'x', 'y'), 'OOM');
            Check::same(1, Script::renew($this->redis, self::KEY, $a, 60_000), 'full: renew');
            $this->ends(60, 'full: renew');
            Check::same(1, Script::expire($this->redis, self::KEY, $a, 50_000), 'full: expire');
            $this->ends(50, 'full: expire');
            Check::same([1, null], $this->ask($a, 70_000), 'full: asked again');
            $this->ends(70, 'full: asked again');
            Check::same([1, null], Script::take($this->redis, self::KEY, $a, 80_000), 'full: take, asked again');
            $this->ends(80, 'full: take');
            foreach (['once', 'twice'] as $times) {
                Check::same([1, null], Script::adopt($this->redis, self::KEY, $new, 90_000, from: $a), "full: adopt, $times");
            }
            $this->ends(90, 'full: adopt');
            $reply = $this->join($c, ticket: $ticket);
            Check::same([0, $ticket, 1], [$reply[0], $reply[2], $reply[3]], 'full: a waiter keeps its place');
            Check::throws(RedisError::class, fn () => $this->join(Script::share()), 'OOM');
            Check::same([$c], $this->waiting(), 'full: no new place');
            Check::same([0], $this->ask(Script::share()), 'full: behind a waiter');
            Check::same(1, Script::release($this->redis, self::KEY, $new), 'full: release');
            Check::same('claim', $this->claim($c), 'full: the waiter is let in');
            $this->redis->call('LPOP', $this->wake($c));
            Check::same([1, null], $this->join($c, joins: 'woken'), 'full: and takes its claim up');
            $this->ends(30, 'full: as a lease');
            Check::same([1, null], $this->ask($c), 'full: asked again while nobody waits');
            Check::same(1, Script::free($this->redis, self::KEY, $c), 'full: free');
            foreach (['acquire', 'take'] as $script) {
                Check::throws(RedisError::class, fn () => Script::$script($this->redis, self::KEY, $new), 'OOM');
            }
            Check::same([1, true], [$this->count(), $this->has($b)], 'full: no new share');
            Check::same(1, Script::release($this->redis, self::KEY, $b), 'full: the last one');
            Check::same(0, $this->redis->call('DBSIZE'), 'full: nothing is left');
            foreach (['acquire', 'take'] as $script) {
                Check::throws(RedisError::class, fn () => Script::$script($this->redis, self::KEY, $new), 'OOM');
            }
            Check::same(0, $this->redis->call('DBSIZE'), 'full: no new share on a free key');

            // From a share to a lock, and from this to a share, which takes the claim up in each way.
            foreach (['acquire', 'take'] as $script) {
                $full(false);
                $this->make();
                $this->ask($a);
                $this->wait('lock');
                $this->wait($b, place: 11);
                $this->wait($c, place: 12);
                $full(true);
                Check::same(1, Script::release($this->redis, self::KEY, $a), 'full: release to a lock');
                Check::same([1, null], Script::acquire($this->redis, self::KEY, 'lock', joins: 'woken'), 'full: the lock takes it');
                Check::same(1, Script::release($this->redis, self::KEY, 'lock'), 'full: release to a share');
                Check::same([1, null], Script::$script($this->redis, self::KEY, $b), "full: $script takes the claim up");
                $script === 'acquire' && Check::same('claim', $this->claim($c), 'full: and lets the next one in');
                Check::same($script === 'acquire' ? [] : [$c], $this->waiting(), "full: who waits behind $script");
                Check::same(0, (int) ($script === 'take' && Script::release($this->redis, self::KEY, $c)), 'full: a waiter gives up');
            }
        } finally {
            $full(false);
        }
    }

    /**
     * Each question about the token, and the reply that means no; for a place in the queue [0, 1].
     *
     * @return array<string, array{callable(): mixed, mixed}>
     */
    private function questions(string $ours, string $old): array
    {
        $redis = $this->redis;

        return [
            'the first attempt' => [fn () => Script::acquire($redis, self::KEY, $ours, joins: 'new'), [0]],
            'the last attempt' => [fn () => Script::acquire($redis, self::KEY, $ours, ticket: 7), [0]],
            'the join of a newcomer' => [fn () => Script::acquire($redis, self::KEY, $ours, joins: 'newcomer'), [0, 1]],
            'the join of a waiter' => [fn () => Script::acquire($redis, self::KEY, $ours, ticket: 7, joins: true), [0, 1]],
            'the join of a woken one' => [fn () => Script::acquire($redis, self::KEY, $ours, ticket: 7, joins: 'woken'), [0, 1]],
            'take' => [fn () => Script::take($redis, self::KEY, $ours), [0]],
            'adopt' => [fn () => Script::adopt($redis, self::KEY, $ours, from: $old), [0]],
            'renew' => [fn () => Script::renew($redis, self::KEY, $ours), 0],
            'expire' => [fn () => Script::expire($redis, self::KEY, $ours), 0],
            'release' => [fn () => Script::release($redis, self::KEY, $ours), 0],
            'free' => [fn () => Script::free($redis, self::KEY, $ours), 0],
        ];
    }

    /** Empties the server, and makes a state. */
    private function make(array ...$commands): void
    {
        $this->redis->call('FLUSHALL');
        foreach ($commands as $words) {
            $this->redis->call(...$words);
        }
    }

    /** A member of the set whose lease ends in so many milliseconds, or ended before as many. The key ends with the longest. */
    private function put(string $token, int $ends): void
    {
        $this->redis->call('ZADD', self::KEY, $this->ms() + $ends, $token);
        $last = (int) $this->redis->call('ZREVRANGE', self::KEY, 0, 0, 'WITHSCORES')[1];
        $this->redis->call('PEXPIREAT', self::KEY, $last);
    }

    /** A waiter that was seen before so many microseconds. Its ticket is a low number. */
    private function wait(string $token, int $seen = 0, int $place = 10): void
    {
        $this->redis->call('ZADD', self::QUEUE, $place, $token, -Script::mark($this->micros() + $seen), "seen:$token");
    }

    private function ask(string $token, int $lease = 30_000, ?int $ticket = null): mixed
    {
        return Script::acquire($this->redis, self::KEY, $token, $lease, ticket: $ticket, joins: $ticket === null ? 'new' : '0');
    }

    private function join(string $token, int $lease = 30_000, ?int $ticket = null, string $joins = '1'): mixed
    {
        return Script::acquire($this->redis, self::KEY, $token, $lease, ticket: $ticket, joins: $joins);
    }

    /** The reply to a join: whether it is granted, and the rank. */
    private function standing(array $reply): array
    {
        return [$reply[0], $reply[3] ?? null];
    }

    private function has(string $token): bool
    {
        return $this->redis->call('ZSCORE', self::KEY, $token) !== null;
    }

    private function count(): int
    {
        return $this->redis->call('ZCARD', self::KEY);
    }

    /** @return list<string> who waits, in their order */
    private function waiting(): array
    {
        return $this->redis->call('ZRANGEBYSCORE', self::QUEUE, 1, '+inf');
    }

    /** @return int the milliseconds that are left of this share */
    private function left(string $token): int
    {
        return (int) $this->redis->call('ZSCORE', self::KEY, $token) - $this->ms();
    }

    /** @return string 'claim' if this share has one, otherwise what it has */
    private function claim(string $token): string
    {
        $left = $this->left($token);

        return $left > 0 && $left <= 250 ? 'claim' : "$left ms";
    }

    /** The key ends in at most so many seconds. Lifetimes here are ten seconds apart. */
    private function ends(int $seconds, string $what): void
    {
        Check::between(($seconds - 9) * 1000, $seconds * 1000, $this->redis->call('PTTL', self::KEY), "$what: the key ends");
    }

    private function wake(string $token): string
    {
        return sprintf('%s:wake:{%1$s}:%s', self::KEY, $token);
    }

    private function ms(): int
    {
        return intdiv($this->micros(), 1000);
    }

    private function micros(): int
    {
        return (int) vsprintf('%d%06d', $this->redis->call('TIME'));
    }
}
