-- queue: stands before acquire and release | KEYS lock, …, queue | ARGV any | living() says who waits, give() hands over, leave(), forget() and give_up() take out, kept_for() judges the holder, CLAIM and KEPT are milliseconds
-- The queue is one sorted set, so it is evicted, runs out and ends as a whole. A waiter has up to
-- three members: its token, scored with its ticket, which is a server time in microseconds;
-- `seen:TOKEN`, scored with minus the time when it was last seen; and, if its lease is shorter
-- than a claim, `lease:TOKEN`, scored with minus that lease. A key of another type is somebody
-- else's: nobody waits there, and it stays untouched.
-- A claim is the short lease that a hand-over gives to the next waiter, until that waiter asks
-- for its own lease.
local CLAIM = 1000
-- A queue or a wake-up that nobody asks for any more is gone after this. A wake-up lives longer by
-- the time for which it may lie unread, so its lifetime tells how much of that time is left.
local KEPT = 2800
-- Milliseconds that a wake-up may lie unread, and one that follows such a wake-up.
local UNREAD, NEXT_UNREAD = 200, 20
-- Microseconds after which a waiter that was not seen is passed over.
local UNSEEN = 2000000
local queue = KEYS[#KEYS]

local function leave(token)
  tolerant('ZREM', queue, token, 'seen:' .. token, 'lease:' .. token)
end

-- The first waiters that were seen lately, at most so many, each { token, ticket }. A waiter among
-- them that was not seen lately is dead, and is taken out. nil: there can be no queue.
local function living(most)
  while true do
    local line = tolerant('ZRANGEBYSCORE', queue, 1, '+inf', 'WITHSCORES', 'LIMIT', 0, most)
    if not line then return nil end
    local found, time = {}, line[1] and now()
    for i = 1, #line, 2 do
      local seen = redis.call('ZSCORE', queue, 'seen:' .. line[i])
      local unseen_for = seen and time + seen
      if unseen_for and unseen_for >= 0 and unseen_for < UNSEEN then
        found[#found + 1] = { line[i], tonumber(line[i + 1]) }
      else
        leave(line[i])
      end
    end
    if 2 * #found == #line then return found end
  end
end

local function wake(token, word, unread)
  local list = wake_list(token)
  if tolerant('RPUSH', list, word) then redis.call('PEXPIRE', list, KEPT + unread) end
end

-- Tells the waiter that is the first from now on to watch the holder.
local function tell_first(waiter)
  if waiter then wake(waiter[1], 'first', 0) end
end

-- Takes everything of a waiter away. Its wake-ups too: a lease must never look like a claim whose
-- wake-up nobody has read.
local function forget(token)
  leave(token)
  tolerant('LTRIM', wake_list(token), 1, 0)
end

-- The same for a waiter that gives up.
local function give_up(token)
  local line = living(2) or {}
  forget(token)
  if line[1] and line[1][1] == token then tell_first(line[2]) end
end

-- Hands the key over to the first of `line`, as a claim; but for `unread` milliseconds only, as long
-- as nobody reads its wake-up. Returns `unread`. Taking the waiter out of the queue comes first: a
-- full server permits that, and then everything else in the same script.
local function give(line, unread)
  local token = line[1][1]
  local lease = redis.call('ZSCORE', queue, 'lease:' .. token)
  leave(token)
  redis.call('SET', KEYS[1], token, 'PX', lease and -lease or CLAIM)
  wake(token, 'yours', unread)
  tell_first(line[2])
  return unread
end

-- For how many milliseconds the holder may keep the key; negative: without end; nil: no longer. And
-- whether that is the time of an unread wake-up. A waiter that sleeps at its list gets the wake-up
-- in the moment of the push, as long as its connection lives. So if the wake-up of a claim still
-- lies in its list, the waiter is asking in this very moment, or it is dead; and where one is dead
-- the next may be dead as well.
local function kept_for(holder)
  local left = redis.call('PTTL', KEYS[1])
  if type(holder) ~= 'string' or left < 0 or left > CLAIM then return left end
  local list = wake_list(holder)
  if (tolerant('LLEN', list) or 0) == 0 then return left end
  local unread = redis.call('PTTL', list) - KEPT
  if unread <= 0 then return nil end
  return math.min(left, unread), true
end

