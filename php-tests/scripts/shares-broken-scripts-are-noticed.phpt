--TEST--
The table of the scripts of shares notices each of them that is broken in one place
--FILE--
<?php
// [what is broken, file, what stands there, what stands there instead]
$mutants = [
    ['who is let in is not counted', 'admit', 'not limit or not room(limit)', 'not limit'],
    ['who asks is not counted', 'acquire', 'count == 0 or room(limit)', 'true'],
    ['who takes is not counted', 'take', 'and not room(kind(token))', 'and false'],
    ['a limit admits one more', 'shares', "KEYS[1]) < tonumber(limit)", "KEYS[1]) <= tonumber(limit)"],
    ['the key ends too early', 'shares', "redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2]))", "redis.call('PEXPIRE', KEYS[1], 100)"],
    ['a foreign string is taken', 'acquire', 'if holder == token or', "if type(holder) == 'string' or"],
    ['foreign sets are purged', 'shares', 'if not kind(first[1]) then return nil end', ''],
    ['each word that begins as a token is a token', 'shares', '^share(%d*):%x+$', '^share(%d*)'],
    ['a dead share lives', 'shares', 'and tonumber(ends) > ms() and tonumber(ends)', 'and tonumber(ends)'],
    ['the dead are not taken out', 'shares', 'tonumber(first[2]) > ms()', 'tonumber(first[2]) > 0'],
    ['the dead count when a share is released', 'release', "\nshares()\n", "\n"],
    ['dead members of others count as living', 'release', 'beside(token)', "redis.call('ZCARD', KEYS[1]) > 1"],
    ['a share that is freed frees all', 'free', "type(holder) == 'string' or redis.call('ZCARD', KEYS[1]) == 1", 'true'],
    ['a newcomer passes the line', 'acquire', 'not head or head[1]', 'true or head[1]'],
    ['a lower ticket has no right', 'acquire', '(ticket and ticket < head[2])', 'false'],
    ['a release lets nobody in', 'release', 'if line[1] then admit() end', ''],
    ['a grant lets nobody in', 'acquire', 'admit(first)', 'tell_first(nil)'],
    ['an attempt lets nobody in', 'acquire', "\n  admit()\n", "\n"],
    ['an attempt that lets itself in is refused', 'acquire', '  if lives(token) then', '  if false then'],
    ['the last share is deleted', 'release', 'give(line, UNREAD, token)', "redis.call('DEL', KEYS[1])"],
    ['who gives up stays in the line', 'release', "  give_up(token)\n", ''],
    ['who asks for the last time stays in the line', 'acquire', "  give_up(token)\n", ''],
    ['who is released stays in the line', 'release', 'if second or first == token then leave(token) end', ''],
    ['who is released stays in the line behind two others', 'release', 'if second or first == token', 'if first == token or second == token'],
    ['who is granted stays in the line', 'acquire', 'if not mine and line[1] then leave(token) end', ''],
    ['who is let in stays in the line', 'admit', "    leave(head[1])\n", ''],
    ['who is let in is not woken', 'admit', "wake(head[1], string.format('yours %.0f', ends), UNREAD)", ''],
    ['who is first now does not learn it', 'admit', 'tell_first(line[place])', ''],
    ['who is let in learns that it is the first', 'admit', 'tell_first(line[place])', 'tell_first(line[1])'],
    ['the key ends before those who are let in', 'admit', 'if admitted > 0 then stretch() end', ''],
    ['a claim is a lease', 'admit', 'SHARE_CLAIM = 250', 'SHARE_CLAIM = 5000'],
    ['a script lets all in', 'admit', 'admitted < 16', 'true'],
    ['a share that leaves shortens nothing', 'release', "  stretch()\n", ''],
    ['a share that is freed shortens nothing', 'free', "  stretch()\n", ''],
    ['a late renewal shortens', 'shares', "'ZADD', KEYS[1], 'GT', string", "'ZADD', KEYS[1], string"],
    ['expire shortens nothing', 'expire', "redis.call('ZADD', KEYS[1], string.format('%.0f', ms() + ARGV[2]), ARGV[1])", 'hold(ARGV[1], ms() + ARGV[2])'],
    ['expire leaves the end of the key', 'expire', "ARGV[1])\nstretch()\n", "ARGV[1])\n"],
    ['adopt leaves the old token', 'adopt', "redis.call('ZREM', KEYS[1], old)", ''],
    ['adopt leaves the end of the key', 'adopt', "old)\nstretch()\n", "old)\n"],
    ['anybody adopts', 'adopt', 'and not lives(old)', 'and not holder'],
    ['a claim stays a string', 'acquire', 'if holder == token or lives(token) then return grant(true, living(2) or {}) end',
        'if holder == token then return {1, false} end if lives(token) then return grant(true, living(2) or {}) end'],
    ['take leaves a claim a string', 'take', "\nif holder == token then", "\nif holder == token then return {1, false} end\nif false then"],
    ['a claim is not freed', 'free', 'holder ~= token and not lives(token)', 'not lives(token)'],
    ['a claim is not released', 'release', 'holder ~= token and not lives(token)', 'not lives(token)'],
    ['a claim that nobody reads stays', 'acquire', 'if not left then count = 0 end', ''],
    ['a grant leaves its wake-up', 'acquire', "  silence(token)\n  if line", '  if line'],
    ['take leaves its wake-up', 'take', "to_list('LTRIM', wake_list(token), 1, 0)", ''],
    ['nobody looks when a share ends', 'acquire', "if not left and limit ~= ''", 'if false'],
    ['a waiter gets a new ticket', 'acquire', "ticket = ticket or tonumber(redis.call('ZSCORE', queue, token))", 'ticket = nil'],
    ['a claim that is over is taken up', 'acquire_short', 'tonumber(ends) > ms and ', ''],
    ['who takes a claim up lets nobody in', 'acquire_short', 'waits == 0 and ', ''],
    ['a claim that is taken up stays a claim', 'acquire_short', "redis.call('ZADD', KEYS[1], 'GT', 'CH', later, ARGV[1]) == 1", 'true'],
    ['the key ends with the claim', 'acquire_short', "'PEXPIREAT', KEYS[1], later, 'GT'", "'EXISTS', KEYS[1]"],
    ['the key ends with the claim that was taken up last', 'acquire_short', "later, 'GT')", 'later)'],
    ['a key without end stays without', 'acquire_short', "redis.call('PTTL', KEYS[1]) > 0", 'true'],
    ['a full server does not renew', 'renew', "stretch()\nhold", 'hold'],
    ['a full server does not expire', 'expire', "refuse(0) end\nstretch()\n", "refuse(0) end\n"],
    ['a full server does not adopt', 'adopt', "refuse({0}) end\nstretch()\n", "refuse({0}) end\n"],
    ['a full server refuses what it has granted', 'acquire', "if mine and type(holder) == 'table' then stretch() end", ''],
    ['a full server refuses what it has taken', 'take', 'if mine then stretch() end', ''],
    ['a full server refuses a waiter its place', 'acquire', "redis.call('ZREM', queue, 'seen:' .. token)", ''],
];
$table = new ShareTable(RedisServer::start());
foreach ($mutants as [$what, $file, $right, $wrong]) {
    $text = Script::file("shares/$file");
    Check::same(1, substr_count($text, $right), "$what: the place in $file.lua");
    $noticed = Script::changed("shares/$file", str_replace($right, $wrong, $text), $table->firstWrong(...));
    $noticed !== null || print("nobody notices: $what\n");
}
Check::same(null, $table->firstWrong(), 'what is not broken');
echo 'done';
?>
--EXPECT--
done
