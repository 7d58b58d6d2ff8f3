//! Mutants of the protocol, each of which breaks one rule, so the model has to see it.
//!
//! A model that accepts a mutant would also accept that defect in the product.

use super::protocol::{Bugs, Protocol, SHORT_ACQUIRE, SHORT_ACQUIRE_OF_SHARES, SHORT_RELEASE};
use super::rules::Rule;
use super::scenario::Scenario;
use super::world;
use crate::protocol::Script;

/// The text or the step of a client in which a mutant differs from the real protocol.
enum Edit {
    Acquire(&'static str, &'static str),
    Release(&'static str, &'static str),
    Take(&'static str, &'static str),
    Free(&'static str, &'static str),
    /// A text that the scripts of acquire and release have in common.
    Both(&'static str, &'static str),
    /// A text of the short form of acquire.
    ShortAcquire(&'static str, &'static str),
    /// A text of the short form of release.
    ShortRelease(&'static str, &'static str),
    /// A text of the short form of acquire of shares.
    ShortShares(&'static str, &'static str),
    /// A text that some of the scripts of shares have in common.
    Shares(&'static str, &'static str),
    Client(fn(&mut Bugs)),
}

struct Mutant {
    name: &'static str,
    edit: Edit,
    /// The name of the scenario in which the mutant shows.
    scenario: &'static str,
}

use Edit::{
    Acquire, Both, Client, Free, Release, Shares, ShortAcquire, ShortRelease, ShortShares, Take,
};

const fn mutant(name: &'static str, scenario: &'static str, edit: Edit) -> Mutant {
    Mutant {
        name,
        edit,
        scenario,
    }
}

const GIVE: &str = "  give(line, UNREAD, holder, ARGV[2])\n";
const PUSH: &str = "if may_be_new and to_list('RPUSH', list, word) then to_list('PEXPIRE', list, KEPT + unread) end";
const FREE_FOR: &str = "if not head or head[1] == token or (ticket and ticket < head[2]) then";

static MUTANTS: &[Mutant] = &[
    // What a release does with the key, and with the token's place in the queue.
    mutant(
        "a release always frees",
        "calm",
        Release(GIVE, "  redis.call('DEL', KEYS[1])\n"),
    ),
    mutant(
        "a release frees whoever holds",
        "slow",
        Release("if holder ~= ARGV[1] then", "if not holder then"),
    ),
    mutant(
        "a release leaves the key to its lease",
        "calm",
        Release("  redis.call('DEL', KEYS[1])\n", ""),
    ),
    mutant(
        "a token that is given up stays in the queue",
        "deadlines",
        Release("  give_up(ARGV[1])\n", ""),
    ),
    // What a hand-over does with the waiter, its claim and its wake-up.
    mutant("nobody is woken", "calm", Both(PUSH, "")),
    mutant(
        "a wake-up stays for ever",
        "kills",
        Both(PUSH, "redis.call('RPUSH', list, word)"),
    ),
    mutant(
        "a claim has no end",
        "kills",
        Both("'PX', claim)", "'PX', 30000)"),
    ),
    mutant(
        "a claim is for half a minute",
        "stops",
        Both("local CLAIM = 1000", "local CLAIM = 30000"),
    ),
    mutant(
        "who was given the key stays in the queue",
        "calm",
        Both(
            "  leave(token, owner)\n  redis.call('SET'",
            "  redis.call('SET'",
        ),
    ),
    mutant(
        "the youngest is first",
        "calm",
        Both(
            "local line = tolerant('ZRANGEBYSCORE', queue, 1, '+inf', 'WITHSCORES', 'LIMIT', 0, most + 1)",
            "local line = tolerant('ZCARD', queue) and redis.call('ZREVRANGE', queue, 0, -1, 'WITHSCORES')\n    if line then local kept = {} for i = 1, #line, 2 do if tonumber(line[i + 1]) > 0 and #kept < 2 * (most + 1) then kept[#kept + 1] = line[i] kept[#kept + 1] = line[i + 1] end end line = kept end",
        ),
    ),
    mutant(
        "nobody is told to watch",
        "calm",
        Both("if waiter then wake(waiter[1], 'first', 0) end", ""),
    ),
    // Which waiters count as living, so that the queue passes over all others.
    mutant(
        "the unseen are never passed over",
        "kills",
        Both("math.abs(unseen_for) < UNSEEN", "true"),
    ),
    mutant(
        "a clock that is set back makes waiters look dead",
        "behind",
        Both(
            "math.abs(unseen_for) < UNSEEN",
            "unseen_for >= 0 and unseen_for < UNSEEN",
        ),
    ),
    mutant(
        "who rests is taken for dead",
        "calm",
        Both("local UNSEEN = 2000", "local UNSEEN = 200"),
    ),
    mutant(
        "who comes back is not seen",
        "calm",
        Acquire(
            "redis.call('ZADD', queue, ticket, token, -mark(ARGV[2]), 'seen:' .. token)",
            "redis.call('ZADD', queue, ticket, token, -ticket, 'seen:' .. token)",
        ),
    ),
    // Joining the queue, keeping a place in it, and the last look at the deadline.
    mutant(
        "a free key is taken though others wait",
        "foreign",
        Acquire(FREE_FOR, "if true then"),
    ),
    mutant(
        "a ticket is not kept",
        "stops",
        Acquire("tonumber(ARGV[4])", "nil"),
    ),
    mutant(
        "an unheard ticket is not kept",
        "slow",
        Acquire(
            "ticket = ticket or tonumber(redis.call('ZSCORE', queue, token))",
            "",
        ),
    ),
    mutant(
        "tickets are the time alone",
        "behind",
        Acquire("math.max(now(), (last[2] or 0) + 1)", "now()"),
    ),
    mutant(
        "nobody is first",
        "foreign",
        Acquire("if waiter[1] == token then rank = place end", ""),
    ),
    mutant(
        "a holder is told to have no end",
        "deadlines",
        Acquire("(rank == 1 or unread) and left or -1", "-1"),
    ),
    mutant(
        "the queue does not end",
        "kills",
        Acquire("redis.call('PEXPIRE', queue, KEPT)", ""),
    ),
    mutant(
        "a last look stays in the queue",
        "deadlines",
        Acquire("local last = joins and tolerant(", "local last = tolerant("),
    ),
    mutant(
        "a last look leaves its place",
        "deadlines",
        Acquire("if not last then\n  give_up(token)\n", "if not last then\n"),
    ),
    // Being granted the lock, with its lease and its fencing token.
    mutant(
        "a claim is not recognised",
        "calm",
        Acquire("if holder == token then", "if false then"),
    ),
    mutant(
        "a free key's taker stays in the queue",
        "foreign",
        Acquire("    if head then leave(token) end\n", ""),
    ),
    mutant(
        "a claim is not lengthened",
        "calm",
        Acquire("  lengthen()\n  return", "  return"),
    ),
    mutant(
        "a fence does not grow",
        "deadlines",
        Acquire(
            "local next = math.max((last or 0) + 1, now())",
            "local next = 1",
        ),
    ),
    // Claims that nobody reads, which are void after a while.
    mutant(
        "unread claims are kept",
        "kills",
        Both(
            "if unread <= 0 then return nil end",
            "if unread <= 0 then return left end",
        ),
    ),
    mutant(
        "claims are void though they were read",
        "slow",
        Both(
            "if not kept then return left end\n  local claim_ends = tonumber(string.match(word, '%d+$'))\n  if claim_ends and clock() / 1000 + left >= claim_ends + APART then return left end\n  local unread = kept - KEPT",
            "local unread = left - CLAIM + UNREAD",
        ),
    ),
    mutant(
        "a void claim is free for the asker",
        "everything",
        Acquire(
            "local line = not left and living(2)",
            "local line = not left and not holder and living(2)",
        ),
    ),
    mutant(
        "unread claims are void at once",
        "calm",
        Both(
            "local UNREAD, NEXT_UNREAD = 200, 20",
            "local UNREAD, NEXT_UNREAD = 0, 0",
        ),
    ),
    // Scripts in a slot that moves, while their keys may be at two nodes.
    mutant(
        "an error of a wake list counts",
        "moves",
        Both(
            "return lacks_right(reply) and redis.call(...) or nil",
            "return redis.call(...)",
        ),
    ),
    mutant(
        "both nodes make a wake list",
        "alike",
        Both("to_list('EXISTS', KEYS[1], list)", "true"),
    ),
    mutant(
        "an old wake-up makes a claim of a lease",
        "alike",
        Both(
            "if claim_ends and clock() / 1000 + left >= claim_ends + APART then",
            "if false then",
        ),
    ),
    mutant(
        "a waiter comes back to a queue that it has emptied",
        "moves",
        Acquire(
            "  redis.call('ZREM', queue, 'seen:' .. token)",
            "  leave(token)",
        ),
    ),
    mutant(
        "take takes what another owns",
        "moves",
        Take("if holder and holder ~= ARGV[1] then", "if false then"),
    ),
    mutant(
        "take gives the key no lease",
        "moves",
        Take("  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])\n", ""),
    ),
    mutant(
        "take leaves a claim to run out",
        "moves",
        Take("  lengthen()\n", ""),
    ),
    mutant(
        "free frees whoever holds",
        "moves",
        Free("if holder ~= ARGV[1] then", "if not holder then"),
    ),
    mutant(
        "free frees nothing",
        "moves",
        Free("redis.call('DEL', KEYS[1])\n", ""),
    ),
    // The short form of release.
    mutant(
        "short: a release always frees",
        "calm",
        ShortRelease("if waits == 0 then", "if true then"),
    ),
    mutant(
        "short: a release frees whoever holds",
        "slow",
        ShortRelease("if holder == ARGV[1] then", "if holder then"),
    ),
    mutant(
        "short: a release leaves the key to its lease",
        "calm",
        ShortRelease("    redis.call('DEL', KEYS[1])\n", ""),
    ),
    mutant(
        "short: the youngest is first",
        "calm",
        ShortRelease(
            "redis.pcall('ZRANGEBYSCORE', KEYS[2], 1, '+inf', 'LIMIT', 0, 2)",
            "redis.pcall('ZREVRANGE', KEYS[2], 0, 0)",
        ),
    ),
    mutant(
        "short: the holder is given the key again",
        "moves",
        ShortRelease("first ~= holder and second ~= holder and", ""),
    ),
    mutant(
        "short: the unseen are given the key",
        "kills",
        ShortRelease("math.abs(ms - math.floor(-mark / 1000)) < 2000", "true"),
    ),
    mutant(
        "short: who was given the key stays in the queue",
        "calm",
        ShortRelease(
            "redis.call('ZREM', KEYS[2], first, 'seen:' .. first, holder, 'seen:' .. holder)\n",
            "",
        ),
    ),
    mutant(
        "short: a claim is for half a minute",
        "stops",
        ShortRelease("'PX', claim)", "'PX', 30000)"),
    ),
    mutant(
        "short: nobody is woken",
        "calm",
        ShortRelease(
            "wake(first, string.format('yours %s%.0f', ARGV[2] and holder .. ' ' or '', ms + claim), 3000)",
            "",
        ),
    ),
    mutant(
        "short: nobody is told to watch",
        "calm",
        ShortRelease("if second then wake(second, 'first', 2800) end", ""),
    ),
    mutant(
        "short: a wake-up stays for ever",
        "kills",
        ShortRelease("redis.call('PEXPIRE', lists .. token, kept)", ""),
    ),
    mutant(
        "short: a wake-up may lie unread for as long as its claim",
        "outages",
        ShortRelease("ms + claim), 3000)", "ms + claim), 3800)"),
    ),
    mutant(
        "short: both nodes make a wake list",
        "moves",
        ShortRelease(
            "redis.pcall('EXISTS', KEYS[2], KEYS[2] .. ':')",
            "redis.call('EXISTS', KEYS[2])",
        ),
    ),
    // The short form of acquire.
    mutant(
        "short: a claim is not lengthened",
        "calm",
        ShortAcquire(
            "redis.pcall('PEXPIRE', KEYS[1], ARGV[2], 'GT') == 1",
            "true",
        ),
    ),
    mutant(
        "short: a wake-up is believed",
        "slow",
        ShortAcquire("if holder == ARGV[1] and redis.pcall", "if redis.pcall"),
    ),
    mutant(
        "short: a newcomer waits for a free lock",
        "calm",
        ShortAcquire("type(holder) == 'string'", "true"),
    ),
    mutant(
        "short: a newcomer does not ask about a claim",
        "kills",
        ShortAcquire("if left and (left < 0 or left > 1000) then", "if left then"),
    ),
    mutant(
        "short: a holder is told to have no end",
        "deadlines",
        ShortAcquire("return {0, left,", "return {0, -1,"),
    ),
    mutant(
        "short: nobody is first",
        "foreign",
        ShortAcquire("left, ticket, rank, ", "left, ticket, 0, "),
    ),
    mutant(
        "short: tickets are the time alone",
        "behind",
        ShortAcquire(
            "math.max(time[1] * 1000000 + time[2], last + 1)",
            "time[1] * 1000000 + time[2]",
        ),
    ),
    mutant(
        "short: who joins has no place",
        "calm",
        ShortAcquire("ticket, ARGV[1], 1 - claim", "1 - claim"),
    ),
    mutant(
        "short: who joins is not seen",
        "calm",
        ShortAcquire("1 - claim - ms * 1000", "5000000 - ms * 1000"),
    ),
    mutant(
        "short: the queue does not end",
        "kills",
        ShortAcquire("redis.call('PEXPIRE', KEYS[2], 2800)", ""),
    ),
    // What only a server of a quorum is asked and says.
    mutant(
        "a hand-over for good does not say so",
        "beside",
        Release("  if ARGV[2] then return 2 end\n", ""),
    ),
    mutant(
        "short: a hand-over for good does not say so",
        "beside",
        ShortRelease("return ARGV[2] and 2 or 1", "return 1"),
    ),
    mutant(
        "a release for good is a hand-over where nobody waits",
        "beside",
        Release(
            "  redis.call('DEL', KEYS[1])\nend\n",
            "  redis.call('DEL', KEYS[1])\n  if ARGV[2] then return 2 end\nend\n",
        ),
    ),
    mutant(
        "a wake-up does not name who has passed its keys on",
        "beside",
        Release(GIVE, "  give(line, UNREAD, holder)\n"),
    ),
    mutant(
        "short: a wake-up does not name who has passed its keys on",
        "beside",
        ShortRelease("ARGV[2] and holder .. ' ' or ''", "''"),
    ),
    mutant(
        "a wake-up names its claim's end before who has passed its keys on",
        "beside",
        Both(
            "string.format('yours %s%.0f', passes_on and owner .. ' ' or '', ends)",
            "string.format('yours %.0f%s', ends, passes_on and ' ' .. owner or '')",
        ),
    ),
    mutant(
        "a grant does not say who has passed the keys on",
        "beside",
        Acquire("  return {1, fencing, by}", "  return {1, fencing}"),
    ),
    mutant(
        "a wake-up is taken away before it is read",
        "beside",
        Acquire(
            "  local by = passed and (passed_on_by(token) or false)\n  leave(token)\n  silence(token)\n",
            "  leave(token)\n  silence(token)\n  local by = passed and (passed_on_by(token) or false)\n",
        ),
    ),
    mutant(
        "a place does not say who holds the key",
        "beside",
        Acquire(
            "rank, passed and type(holder) == 'string' and holder}",
            "rank}",
        ),
    ),
    mutant(
        "short: a place does not say who holds the key",
        "beside",
        ShortAcquire("ticket, rank, ARGV[6] and holder}", "ticket, rank}"),
    ),
    mutant(
        "a place behind a hand-over names the holder before it",
        "beside",
        Acquire(
            "left, unread, holder = give(line, holder and NEXT_UNREAD or UNREAD), true, line[1][1]",
            "left, unread = give(line, holder and NEXT_UNREAD or UNREAD), true",
        ),
    ),
    // Shares: how many are inside, and who comes next.
    mutant(
        "shares: who is let in by another need find no place",
        "shared_semaphore",
        Shares("not limit or not room(limit)", "not limit"),
    ),
    mutant(
        "shares: who asks need find no place",
        "shared_semaphore",
        Shares("count == 0 or room(limit)", "true"),
    ),
    mutant(
        "shares: a newcomer passes the queue",
        "shared",
        Shares("not head or head[1] == token", "true"),
    ),
    mutant(
        "shares: who waits for the lock is let in as a share",
        "shared",
        Shares(
            "local limit = head and kind(head[1])",
            "local limit = head and (kind(head[1]) or '')",
        ),
    ),
    mutant(
        "shares: a release lets nobody in",
        "shared_semaphore",
        Shares("  if line[1] then admit() end\n", ""),
    ),
    mutant(
        "shares: who is let in lets nobody in",
        "shared",
        Shares("then admit(first) end", "then end"),
    ),
    mutant(
        "shares: who was let in stays in the queue",
        "shared",
        Shares("    leave(head[1])\n", ""),
    ),
    mutant(
        "shares: who takes a free place stays in the queue",
        "shared_mortals",
        Shares("  if not mine and line[1] then leave(token) end\n", ""),
    ),
    mutant(
        "shares: who was let in by its own question waits",
        "shared_mortals",
        Shares(
            "  admit()\n  if lives(token) then",
            "  admit()\n  if false then",
        ),
    ),
    mutant(
        "shares: a token that is given up stays in the queue",
        "shared_cuts",
        Shares(
            "  give_up(token)\n  return refuse(0, token)",
            "  return refuse(0, token)",
        ),
    ),
    mutant(
        "shares: who is let in is not woken",
        "shared",
        Shares(
            "wake(head[1], string.format('yours %.0f', ends), UNREAD)",
            "",
        ),
    ),
    // Shares: claims, and what lives.
    mutant(
        "shares: a string of another is replaced",
        "shared",
        Shares(
            "if holder == token or lives(token)",
            "if type(holder) == 'string' or lives(token)",
        ),
    ),
    mutant(
        "shares: a set of another is emptied",
        "shared_foreign",
        Shares("if not kind(first[1]) then return nil end", ""),
    ),
    mutant(
        "shares: a claim stays a claim",
        "shared",
        Shares(
            "if holder == token or lives(token)",
            "if holder == token then return {1, false} end if lives(token)",
        ),
    ),
    mutant(
        "shares: a claim beside others is for half a minute",
        "shared_mortals",
        Shares("math.min(head[3], SHARE_CLAIM)", "30000"),
    ),
    mutant(
        "shares: nobody lives",
        "shared",
        Shares("tonumber(ends) > ms() and tonumber(ends)", "false"),
    ),
    mutant(
        "shares: what has run out is renewed",
        "shared_cuts",
        Shares("tonumber(ends) > ms() and tonumber(ends)", "tonumber(ends)"),
    ),
    mutant(
        "shares: the dead are counted",
        "shared_mortals",
        Shares("if tonumber(first[2]) > ms() then", "if true then"),
    ),
    mutant(
        "shares: the key ends with the last writer",
        "shared",
        Shares(
            "redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2]))",
            "redis.call('PEXPIRE', KEYS[1], 100)",
        ),
    ),
    mutant(
        "shares: a share that leaves shortens nothing",
        "shared_mortals",
        Shares(
            "  redis.call('ZREM', KEYS[1], token)\n  stretch()\n",
            "  redis.call('ZREM', KEYS[1], token)\n",
        ),
    ),
    mutant(
        "shares: the last share leaves nothing to those who wait",
        "shared",
        Shares(
            "  give(line, UNREAD, token)\n",
            "  redis.call('DEL', KEYS[1])\n",
        ),
    ),
    mutant(
        "shares: a release ends all of them",
        "shared",
        Shares("type(holder) == 'table' and beside(token)", "false"),
    ),
    mutant(
        "shares: a renewal lengthens nothing",
        "shared",
        Shares("hold(ARGV[1], ms() + ARGV[2])", ""),
    ),
    // The short form of acquire of shares.
    mutant(
        "shares short: a claim stays a claim",
        "shared",
        ShortShares(
            "redis.call('ZADD', KEYS[1], 'GT', 'CH', later, ARGV[1]) == 1",
            "true",
        ),
    ),
    mutant(
        "shares short: the key ends with the last writer",
        "shared_semaphore",
        ShortShares("later, 'GT')", "later)"),
    ),
    mutant(
        "shares short: the key ends with the claim",
        "shared",
        ShortShares("'PEXPIREAT', KEYS[1], later, 'GT'", "'EXISTS', KEYS[1]"),
    ),
    // Shares in a slot that moves.
    mutant(
        "shares: take finds always a place",
        "shared_moves",
        Shares("count > 0 and not room(kind(token))", "false"),
    ),
    mutant(
        "shares: free ends all of them",
        "shared_moves",
        Shares("redis.call('ZCARD', KEYS[1]) == 1", "true"),
    ),
    mutant(
        "shares: take leaves a claim as it is",
        "shared_moves",
        Shares(
            "  redis.call('DEL', KEYS[1])\n  count = 0\n",
            "  return {1, false}\n",
        ),
    ),
    // What a client does wrong although the scripts are the real ones.
    mutant(
        "asks again with SET NX",
        "cuts",
        Client(|bugs| bugs.sets_again = true),
    ),
    mutant(
        "sends the join ahead",
        "stops",
        Client(|bugs| bugs.joins_ahead = true),
    ),
    mutant(
        "takes no last look",
        "foreign",
        Client(|bugs| bugs.takes_no_last_look = true),
    ),
    mutant(
        "gives nothing back",
        "deadlines",
        Client(|bugs| bugs.gives_nothing_back = true),
    ),
    mutant(
        "waits without slices",
        "foreign",
        Client(|bugs| bugs.waits_without_slices = true),
    ),
    mutant(
        "counts from the answer",
        "slow",
        Client(|bugs| bugs.counts_from_the_answer = true),
    ),
    mutant(
        "kills no connection",
        "cuts",
        Client(|bugs| bugs.kills_no_connection = true),
    ),
    mutant(
        "believes the no of take",
        "moves",
        Client(|bugs| bugs.believes_take = true),
    ),
    mutant(
        "frees the lock and stays in the queue",
        "moves",
        Client(|bugs| bugs.frees_without_leaving = true),
    ),
    mutant(
        "frees the lock before it leaves the queue",
        "moves",
        Client(|bugs| bugs.frees_before_leaving = true),
    ),
    mutant(
        "waits through any outage",
        "outages",
        Client(|bugs| bugs.ignores_retry_for = true),
    ),
    mutant(
        "ends at the first trouble",
        "outages",
        Client(|bugs| bugs.retries_never = true),
    ),
    // The releases that nobody waits for.
    mutant(
        "takes the answer to a release for that of the next question",
        "ahead",
        Client(|bugs| bugs.shifts_answers = true),
    ),
    mutant(
        "says true of a lease that had run out",
        "ahead",
        Client(|bugs| bugs.says_true_after_the_lease = true),
    ),
    mutant(
        "asks the next question over another connection",
        "ahead",
        Client(|bugs| bugs.asks_over_another_connection = true),
    ),
    mutant(
        "forgets a release without an answer",
        "unread",
        Client(|bugs| bugs.forgets_releases = true),
    ),
    mutant(
        "believes a release without an answer after the lease",
        "unread",
        Client(|bugs| bugs.believes_without_an_answer = true),
    ),
    mutant(
        "overlooks an error in place of the answer to a release",
        "errors",
        Client(|bugs| bugs.overlooks_errors = true),
    ),
    mutant(
        "asks no question again whose release was refused in front of it",
        "errors",
        Client(|bugs| bugs.believes_the_moot = true),
    ),
    // The line of the fibers of a process.
    mutant(
        "a wait that ends rings no bell",
        "fibers",
        Client(|bugs| bugs.rings_no_bell = true),
    ),
    mutant(
        "a bell is given away while it rings",
        "fibers",
        Client(|bugs| bugs.silences_no_bell = true),
    ),
    mutant(
        "a line has the order of arrival",
        "fibers",
        Client(|bugs| bugs.lines_by_arrival = true),
    ),
    mutant(
        "every fiber sleeps in Redis",
        "fibers",
        Client(|bugs| bugs.all_sleep_in_redis = true),
    ),
    mutant(
        "a destroyed fiber stays in its line",
        "destroyed",
        Client(|bugs| bugs.stays_in_line = true),
    ),
];

fn edited(script: &str, from: &str, to: &str) -> String {
    assert!(script.contains(from), "there is no {from} to be mutated");
    script.replacen(from, to, 1)
}

impl Mutant {
    fn protocol(&self) -> Protocol {
        let mut protocol = match self.edit {
            // The short forms would hide what the long ones do wrong.
            Acquire(..) | Release(..) | Both(..) | Shares(..) => {
                Protocol::real().without_short_forms()
            }
            _ => Protocol::real(),
        };
        match self.edit {
            Acquire(from, to) => protocol.acquire = edited(&protocol.acquire, from, to),
            Release(from, to) => protocol.release = edited(&protocol.release, from, to),
            Take(from, to) => protocol.take = edited(&protocol.take, from, to),
            Free(from, to) => protocol.free = edited(&protocol.free, from, to),
            Both(from, to) => {
                protocol.acquire = edited(&protocol.acquire, from, to);
                protocol.release = edited(&protocol.release, from, to);
            }
            ShortAcquire(from, to) => {
                let short = edited(SHORT_ACQUIRE, from, to);
                protocol.acquire = edited(&protocol.acquire, SHORT_ACQUIRE, &short);
            }
            ShortRelease(from, to) => {
                let short = edited(SHORT_RELEASE, from, to);
                protocol.release = edited(&protocol.release, SHORT_RELEASE, &short);
            }
            Shares(from, to) => {
                let has_it = |(script, _): &&mut (&Script, _)| script.text.contains(from);
                let mut scripts = protocol.shares.iter_mut().filter(has_it).peekable();
                assert!(scripts.peek().is_some(), "there is no {from} to be mutated");
                for (_, script) in scripts {
                    *script = edited(script, from, to);
                }
            }
            ShortShares(from, to) => {
                let short = edited(SHORT_ACQUIRE_OF_SHARES, from, to);
                for (_, script) in &mut protocol.shares {
                    *script = script.replacen(SHORT_ACQUIRE_OF_SHARES, &short, 1);
                }
            }
            Client(bug) => bug(&mut protocol.bugs),
        }
        protocol
    }

    /// Returns the seed of the first run that sees the mutant, and the rule that is broken there, while the
    /// real protocol passes all these runs.
    fn seen(&self) -> Option<(u64, Rule)> {
        let (scenario, protocol) = (Scenario::named(self.scenario), self.protocol());
        (0..scenario.seeds).find_map(|seed| {
            let outcome = world::run(scenario, &protocol, seed, false);
            outcome.broken.map(|broken| (seed, broken.rule))
        })
    }
}

#[test]
#[allow(clippy::print_stdout, reason = "which rule saw which mutant")]
fn every_mutant_is_seen() {
    let mut survivors = Vec::new();
    for mutant in MUTANTS {
        match mutant.seen() {
            Some((seed, rule)) => println!(
                "{rule:?} saw in run {}:{seed} that {}",
                mutant.scenario, mutant.name
            ),
            None => survivors.push(mutant.name),
        }
    }
    assert!(survivors.is_empty(), "not seen: {survivors:?}");
}
