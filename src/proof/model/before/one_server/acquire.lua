-- proof/model/before/one_server/acquire: the script of the version that knew no quorum, with which older processes go on | KEYS lock, fence where one is made, queue | ARGV as the present script, without the token whose keys were passed on | as the present script says to a lone server
-- key: stands first in every script | KEYS lock | ARGV none | sets holder to who has the key, false for nobody, or an error
-- A key that is not a string has a holder, but no token: its error is WRONGTYPE.
local holder = redis.pcall('GET', KEYS[1])

-- acquire_short: stands before acquire, and ends the usual questions without a fencing token | KEYS and ARGV as acquire | {1, false} granted, {0, ms to look again after or -1, ticket, rank} that and joined
-- As before release, what is done here is what the long form would do, and nothing is written before the case is
-- known to be a usual one.
if ARGV[3] ~= '1' and type(holder) == 'string' then
  if ARGV[5] == 'woken' then
    -- The waiter has read the wake-up of its claim, so its wake list is empty: a waiter that joins empties the
    -- list, and the wake-up of the claim is the last word that comes into it afterwards. GT, which a server before
    -- Redis 7.0 does not know, leaves a lease that is longer already, and a lock without end, to the long form.
    if holder == ARGV[1] and redis.pcall('PEXPIRE', KEYS[1], ARGV[2], 'GT') == 1 then return {1, false} end
  elseif ARGV[5] == 'newcomer' and holder ~= ARGV[1] then
    -- The two highest scores give the last ticket and the rank. A dead waiter counts until the long form takes it out.
    local line = redis.pcall('ZREVRANGE', KEYS[2], 0, 1, 'WITHSCORES')
    local last, other = tonumber(line[2]) or 0, tonumber(line[4]) or 0
    local rank = last <= 0 and 1 or other <= 0 and 2 or 0
    local left = not line.err and (rank == 1 and redis.call('PTTL', KEYS[1]) or -1)
    -- A key that ends within the time of a claim may be a claim that nobody reads, which the long form judges. Only
    -- the first waiter watches the holder: another newcomer leaves that to the waiters before it.
    if left and (left < 0 or left > 1000) then
      local time = redis.call('TIME')
      local ticket = math.max(time[1] * 1000000 + time[2], last + 1)
      local ms = time[1] * 1000 + math.floor(time[2] / 1000)
      local claim = math.max(math.min(ARGV[2] - 2, 1000), 1)
      redis.call('ZADD', KEYS[2], ticket, ARGV[1], 1 - claim - ms * 1000, 'seen:' .. ARGV[1])
      redis.call('PEXPIRE', KEYS[2], 2800)
      return {0, left, ticket, rank}
    end
  end
end

-- holder: stands before the long form of every script, behind key | KEYS lock | ARGV none | tolerant() asks about a companion, wake_list() names a waiter's list, to_list() speaks to one, refuse() says no as a master, clock() is the server's time, now() the one that the script began with
-- Any error of GET but WRONGTYPE says nothing about the holder, and is the reply.

-- Whether the reply is an error with one of these words in it.
local function says(reply, ...)
  for _, words in ipairs(type(reply) == 'table' and reply.err and { ... } or {}) do
    if string.find(reply.err, words, 1, true) then return true end
  end
  return false
end

if type(holder) == 'table' and not says(holder, 'WRONGTYPE') then return holder end

-- The reply of a command about a companion; nil if that key is of another type, and so somebody
-- else's. Any other error is raised as the server words it.
local function tolerant(...)
  local reply = redis.pcall(...)
  if type(reply) ~= 'table' or not reply.err then return reply end
  return not says(reply, 'WRONGTYPE') and redis.call(...) or nil
end

local function wake_list(token)
  return KEYS[1] .. ':wake:{' .. KEYS[1] .. '}:' .. token
end

-- Whether the user lacks a right. That does not heal, so it is an error everywhere. Of a command in a
-- script Redis 7.2 says the first, and Redis 6 and 7.0 the second.
local function lacks_right(reply)
  return says(reply, 'ACL failure in script', "The user executing the script can't", 'NOPERM')
end

-- The reply of a command to a wake list; nil for an error, which does not count. In a slot of a Cluster
-- that moves, a node that does not have the list refuses the command, and the script must do all the
-- rest. A waiter that nobody wakes asks by itself.
local function to_list(...)
  local reply = redis.pcall(...)
  if type(reply) ~= 'table' or not reply.err then return reply end
  return lacks_right(reply) and redis.call(...) or nil
end

-- The reply of a script that may have written nothing. A replica would give it too, and may not have
-- what its master has. So this sends a write, which empties the wake list of `token`, or of no
-- token: a replica answers READONLY. Any other error does not count, as with each wake list.
local function refuse(reply, token)
  local written = redis.pcall('LTRIM', wake_list(token or ''), 1, 0)
  return (says(written, 'READONLY') or lacks_right(written)) and written or reply
end

-- In microseconds.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end

-- The same, but it stands still while the script runs.
local began
local function now()
  began = began or clock()
  return began
end

-- grant: stands before the scripts that lengthen a lease or write a fence | KEYS lock, fence where one is made, … | ARGV token, lease in ms, "1" with a fencing token | fence() gives the number or false, forget_fence() parts it from a token that waits, lengthen() the lease; last_fence() and keep_fence() are the counter

-- The last number, 0 if there is none, and the token that it was made for. nil: the key is no such
-- counter, or it is one beyond 2^53. Then it is somebody else's: it counts as absent and stays
-- untouched.
local function last_fence()
  local limit = 2 ^ 53
  local kept = tolerant('HMGET', KEYS[2], 'fence', 'token')
  local last = kept and tonumber(kept[1] or 0)
  local counts = last and last > -limit and last < limit
  if not counts then return nil end
  if not kept[1] and redis.call('EXISTS', KEYS[2]) == 1 then return nil end
  return last, kept[2]
end

-- It is kept for a day, with the token that it was made for.
local function keep_fence(number)
  redis.call('HSET', KEYS[2], 'fence', string.format('%.0f', number), 'token', ARGV[1])
  redis.call('EXPIRE', KEYS[2], 86400)
end

-- max(last + 1, server clock in microseconds): it grows even after the counter was lost, unless
-- the clock is behind as well. Asking twice gives the same number, as long as the key has the token: a
-- token that gets the key once more gets another number.
local function fence()
  if ARGV[3] ~= '1' then return false end
  local last, of = last_fence()
  if holder == ARGV[1] and of == ARGV[1] and last and last > 0 then return last end
  local next = math.max((last or 0) + 1, now())
  if last then keep_fence(next) end
  return next
end

-- The number is of an earlier grant, if it is this token's: a token that waits has no grant.
local function forget_fence()
  if ARGV[3] ~= '1' then return end
  local last, of = last_fence()
  if last and of == ARGV[1] then redis.call('HSET', KEYS[2], 'token', '') end
end

-- Writes even if the time left is enough: WAIT counts only what this connection has written. The key
-- may be from another one: from a hand-over, or from a connection that was given up.
local function lengthen()
  local left = redis.call('PTTL', KEYS[1])
  if left >= 0 then redis.call('PEXPIRE', KEYS[1], left < tonumber(ARGV[2]) and ARGV[2] or left) end
end

-- queue: stands before acquire and release | KEYS lock, …, queue | ARGV any | living() says who waits, give() hands over, leave() and give_up() take out, silence() takes wake-ups away, kept_for() judges the holder, CLAIM and KEPT are milliseconds
-- The queue is one sorted set, so it is evicted, runs out and ends as a whole. A waiter has two
-- members: its token, scored with its ticket, which is a server time in microseconds, and
-- `seen:TOKEN`, scored with minus its mark. A key of another type is somebody else's: nobody waits
-- there, and it stays untouched.
-- In a slot of a Cluster that moves, a node refuses each command about a key that it does not have.
-- It had the lock and the queue when the script began. So the script never asks about the queue
-- after it has taken out all of it: nothing may fail when something else is done already.
-- A claim is the short lease that a hand-over gives to the next waiter, until that waiter asks
-- for its own lease.
local CLAIM = 1000
-- A lease is longer than the claim before it by these milliseconds at least. So a script knows the one
-- from the other by their ends, although it reads two clocks, one after the other.
local APART = 2
-- A queue or a wake-up that nobody asks for any more is gone after this. A wake-up lives longer by
-- the time for which it may lie unread, so its lifetime tells how much of that time is left.
local KEPT = 2800
-- Milliseconds that a wake-up may lie unread, and one that follows such a wake-up.
local UNREAD, NEXT_UNREAD = 200, 20
-- Milliseconds after which a waiter that was not seen is passed over. A clock that was set back by less
-- makes nobody look dead.
local UNSEEN = 2000
local queue = KEYS[#KEYS]

-- The mark of a waiter that is seen now: the millisecond, times 1000, and the milliseconds of the claim
-- that it may be given, less one. A claim is shorter than the lease that follows it.
local function mark(lease)
  local claim = math.max(math.min(lease - APART, CLAIM), 1)
  return math.floor(now() / 1000) * 1000 + claim - 1
end

-- With `another`, if that is given.
local function leave(token, another)
  if another then
    redis.call('ZREM', queue, token, 'seen:' .. token, another, 'seen:' .. another)
  else
    tolerant('ZREM', queue, token, 'seen:' .. token)
  end
end

-- The first waiters that were seen lately, at most so many, each { token, ticket, claim }. A waiter before
-- them that was not seen lately is dead, and is taken out. nil: there can be no queue. If there is
-- any, the queue still exists.
local function living(most)
  while true do
    -- One more than is looked at: as long as it stands there, the queue exists.
    local line = tolerant('ZRANGEBYSCORE', queue, 1, '+inf', 'WITHSCORES', 'LIMIT', 0, most + 1)
    if not line then return nil end
    local found = {}
    for i = 1, math.min(#line, 2 * most), 2 do
      local seen = redis.call('ZSCORE', queue, 'seen:' .. line[i])
      local unseen_for = seen and math.floor(now() / 1000) - math.floor(-seen / 1000)
      if unseen_for and math.abs(unseen_for) < UNSEEN then
        found[#found + 1] = { line[i], tonumber(line[i + 1]), -seen % 1000 + 1 }
      else
        leave(line[i])
      end
    end
    if #found == most or #line <= 2 * most then return found end
  end
end

-- In a slot of a Cluster that moves, neither node makes a new list, because the other one may have a list of
-- that name, and the tools that move slots stop at a key that both nodes have. EXISTS says so: there a node
-- refuses a command about two keys if it does not have both.
local function wake(token, word, unread)
  local list = wake_list(token)
  local may_be_new = to_list('EXISTS', KEYS[1], list)
  if may_be_new and to_list('RPUSH', list, word) then to_list('PEXPIRE', list, KEPT + unread) end
end

-- Tells the waiter that is the first from now on to watch the holder.
local function tell_first(waiter)
  if waiter then wake(waiter[1], 'first', 0) end
end

-- Takes away the wake-ups of a waiter that is granted the key: a lease must never look like a claim
-- whose wake-up nobody has read.
local function silence(token)
  to_list('LTRIM', wake_list(token), 1, 0)
end

-- Takes a waiter out that gives up. What it says to the server next is refuse(), which takes its
-- wake-ups away.
local function give_up(token)
  local line = living(2)
  if not line or not line[1] then return end
  leave(token)
  if line[1][1] == token then tell_first(line[2]) end
end

-- Hands the key over to the first of `line`, as a claim; but for `unread` milliseconds only, as long
-- as nobody reads its wake-up. Returns `unread`. Taking the waiter out of the queue comes first: a
-- full server permits that, and then everything else in the same script. The owner that gives the key
-- away leaves the queue too.
local function give(line, unread, owner)
  local token, claim = line[1][1], line[1][3]
  leave(token, owner)
  redis.call('SET', KEYS[1], token, 'PX', claim)
  -- The server writes first to the waiter that is woken last, so the new owner comes last.
  tell_first(line[2])
  wake(token, string.format('yours %.0f', math.floor(clock() / 1000) + claim), unread)
  return unread
end

-- For how many milliseconds the holder may keep the key; negative: without end; nil: no longer. And
-- whether that is the time of an unread wake-up. A waiter that sleeps at its list gets the wake-up
-- in the moment of the push, as long as its connection lives. So if the wake-up of a claim still
-- lies in its list, the waiter is asking in this very moment, or it is dead; and where one is dead
-- the next may be dead as well. The wake-up says when its claim ends. A key that lives longer is a
-- lease: in a slot that moves, the list may have been at the other node when the lease was granted,
-- and have come after it. A list that cannot be asked says nothing: the claim keeps its time.
local function kept_for(holder)
  local left = redis.call('PTTL', KEYS[1])
  if type(holder) ~= 'string' or left < 0 or left > CLAIM then return left end
  local list = wake_list(holder)
  local word = to_list('LINDEX', list, -1)
  local kept = word and word ~= 'first' and to_list('PTTL', list)
  if not kept then return left end
  local claim_ends = tonumber(string.match(word, '%d+$'))
  if claim_ends and clock() / 1000 + left >= claim_ends + APART then return left end
  local unread = kept - KEPT
  if unread <= 0 then return nil end
  return math.min(left, unread), true
end

-- acquire: KEYS lock, fence where one is made, queue | ARGV token, lease in ms, "1" with a fencing token, ticket or "", "0" not to join the queue, "new" the same for a token that was never sent, "1" to join, "newcomer" the same for a token that has never asked for a place, "woken" for one that has just read the wake-up of a claim | {1, fence or false} granted, {0} held by another call, {0, ms to look again after or -1, ticket, rank: 1, 2, or 0 for any other} that and joined
-- Asked twice it grants once: the same fence, and a lease that is never shorter than before. A
-- token that is not to join the queue is not in it afterwards either.
local token, ticket, joins = ARGV[1], tonumber(ARGV[4]), ARGV[5] ~= '0' and ARGV[5] ~= 'new'
if holder == token and ARGV[5] == 'new' then
  -- Another call has got the key under the same token: a token that is given twice is one owner's.
  return refuse({0})
end
if holder == token then
  -- The key has this token already: a lease or a claim. Leaving the queue comes first: a full
  -- server permits that, and then everything else in the same script.
  leave(token)
  silence(token)
  local fencing = fence()
  lengthen()
  return {1, fencing}
end
local left, unread
if holder then left, unread = kept_for(holder) end
-- Those that come before this token, if the key is to be had.
local line = not left and living(2)
if not left then
  local head = line and line[1]
  if not head or head[1] == token or (ticket and ticket < head[2]) then
    -- The fence comes first: if it fails, nothing is held.
    local fencing = fence()
    redis.call('SET', KEYS[1], token, 'PX', ARGV[2])
    if head then leave(token) end
    silence(token)
    if head and head[1] == token then tell_first(line[2]) end
    return {1, fencing}
  end
end
local last = joins and tolerant('ZREVRANGE', queue, 0, 0, 'WITHSCORES')
if not last then
  give_up(token)
  if line then give(living(2), holder and NEXT_UNREAD or UNREAD) end
  return refuse({0}, token)
end
forget_fence()
-- A waiter that has never learnt its ticket keeps it all the same.
ticket = ticket or tonumber(redis.call('ZSCORE', queue, token))
if ticket then
  -- A write that a full server permits comes first, as above. This one never empties the queue.
  redis.call('ZREM', queue, 'seen:' .. token)
else
  ticket = math.max(now(), (last[2] or 0) + 1)
end
redis.call('ZADD', queue, ticket, token, -mark(ARGV[2]), 'seen:' .. token)
redis.call('PEXPIRE', queue, KEPT)
-- A wake-up that still lies there is of a claim that is over. The next one that the waiter reads shall be
-- of the claim that it has then.
silence(token)
-- Joining comes before that: it fills the queue from which the first waiter is taken out.
if line then left, unread = give(line, holder and NEXT_UNREAD or UNREAD), true end
local rank = 0
for place, waiter in ipairs(living(2)) do
  if waiter[1] == token then rank = place end
end
-- The first waiter watches the holder for all. A wake-up that nobody reads concerns every waiter.
return {0, (rank == 1 or unread) and left or -1, ticket, rank}
