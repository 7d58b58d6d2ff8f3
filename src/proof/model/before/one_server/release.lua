-- proof/model/before/one_server/release: the script of the version that knew no quorum, with which older processes go on | KEYS lock, queue | ARGV token | 1 released, 0 not this token's
-- key: stands first in every script | KEYS lock | ARGV none | sets holder to who has the key, false for nobody, or an error
-- A key that is not a string has a holder, but no token: its error is WRONGTYPE.
local holder = redis.pcall('GET', KEYS[1])

-- release_short: stands before release, and ends the usual ones | KEYS lock, queue | ARGV token | 1 released
-- Either nobody waits, or the first waiter was seen lately. In these cases the server defines no function of
-- the files behind this one, which saves about half of its time. What is done here is what the long form would
-- do, except that only the long form looks whether the second waiter is alive: the wake-up to watch may go to a
-- dead one, and the waiter behind it looks by itself. Nothing is written before the case is known to be a usual
-- one, so the long form finds everything untouched.
if holder == ARGV[1] then
  -- The second key is in the same slot and does not exist. In a slot of a Cluster that moves, a node refuses a
  -- command about two keys unless it has both. So a number says that the slot does not move, and that this node may
  -- make wake lists.
  local waits = redis.pcall('EXISTS', KEYS[2], KEYS[2] .. ':')
  if waits == 0 then
    redis.call('DEL', KEYS[1])
    return 1
  end
  local line = waits == 1 and redis.pcall('ZRANGEBYSCORE', KEYS[2], 1, '+inf', 'LIMIT', 0, 2) or {}
  local first, second = line[1], line[2]
  -- A holder that stands in the queue itself needs the third waiter, for which the long form asks.
  local mark = first and first ~= holder and second ~= holder and redis.call('ZSCORE', KEYS[2], 'seen:' .. first)
  if mark then
    local time, lists = redis.call('TIME'), KEYS[1] .. ':wake:{' .. KEYS[1] .. '}:'
    local ms = time[1] * 1000 + math.floor(time[2] / 1000)
    if math.abs(ms - math.floor(-mark / 1000)) < 2000 then
      -- A list of another type is somebody else's. Any other error is raised as the server words it.
      local function wake(token, word, kept)
        local pushed = redis.pcall('RPUSH', lists .. token, word)
        if type(pushed) == 'number' then
          redis.call('PEXPIRE', lists .. token, kept)
        elseif not string.find(pushed.err, 'WRONGTYPE', 1, true) then
          redis.call('RPUSH', lists .. token, word)
        end
      end
      local claim = -mark % 1000 + 1
      redis.call('ZREM', KEYS[2], first, 'seen:' .. first, holder, 'seen:' .. holder)
      redis.call('SET', KEYS[1], first, 'PX', claim)
      -- The server writes first to the waiter that is woken last, so the new owner comes last.
      if second then wake(second, 'first', 2800) end
      wake(first, string.format('yours %.0f', ms + claim), 3000)
      return 1
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

-- release: KEYS lock, queue | ARGV token | 1 released, 0 not this token's
-- The key is handed over to the next waiter, or deleted. A token that does not own the key leaves the
-- queue: it may have been waiting there when it was given up.
if holder ~= ARGV[1] then
  give_up(ARGV[1])
  return refuse(0, ARGV[1])
end
-- The holder itself may stand in the queue: a request of an abandoned connection has put it there,
-- or it got the key by a script that knows no queue.
local line = living(2) or {}
local first, second = line[1] and line[1][1], line[2] and line[2][1]
if first == holder or second == holder then
  leave(holder)
  line = second and living(2) or {}
end
if line[1] then
  give(line, UNREAD, holder)
else
  redis.call('DEL', KEYS[1])
end
return 1
