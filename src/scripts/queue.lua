-- queue: stands before acquire and release | KEYS lock, …, queue | ARGV any | living() says who waits, give() hands over, leave(), forget() and give_up() take out, kept_for() judges the holder, CLAIM and KEPT are milliseconds
-- One sorted set, so that it is evicted, runs out and ends as a whole. A waiter
-- is its token at its ticket, which is a server time in microseconds, `seen:TOKEN`
-- at minus the time when it was last seen, and, where its lease is shorter than a
-- claim, `lease:TOKEN` at minus that lease. A key of another type is not ours:
-- nobody waits there, and it stays untouched.
local CLAIM = 1000
-- What nobody asks for any more is gone after this. A wake-up has so much longer
-- as it may lie in its list unread, so that its lifetime tells how long it has.
local KEPT = 2800
-- Milliseconds for a wake-up that nobody reads, and for one that follows it.
local UNREAD, NEXT_UNREAD = 200, 20
-- Microseconds after which a waiter that was not seen is passed over.
local UNSEEN = 2000000
local queue = KEYS[#KEYS]

local function leave(token)
  tolerant('ZREM', queue, token, 'seen:' .. token, 'lease:' .. token)
end

-- The first waiters that were seen lately, at most so many of them, each
-- { token, ticket }. Whoever stands among them and was not has gone and is taken
-- out. nil: there can be no queue.
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

-- Tells who is the first from now on that it watches the holder.
local function tell_first(waiter)
  if waiter then wake(waiter[1], 'first', 0) end
end

-- Takes everything of a waiter away: its wake-ups too, for a lease must never
-- look like a claim whose wake-up nobody has read.
local function forget(token)
  leave(token)
  tolerant('LTRIM', wake_list(token), 1, 0)
end

-- The same for one that waits no longer.
local function give_up(token)
  local line = living(2) or {}
  forget(token)
  if line[1] and line[1][1] == token then tell_first(line[2]) end
end

-- Hands the key over to the first of `line`: for as long as a claim, in which it
-- has to ask for its own lease, or for so many milliseconds while nobody reads its
-- wake-up, which it returns. Taking it off the queue comes first, because a full
-- server permits that, and what follows in the same script.
local function give(line, unread)
  local token = line[1][1]
  local lease = redis.call('ZSCORE', queue, 'lease:' .. token)
  leave(token)
  redis.call('SET', KEYS[1], token, 'PX', lease and -lease or CLAIM)
  wake(token, 'yours', unread)
  tell_first(line[2])
  return unread
end

-- For how many milliseconds its holder may keep the key, negative: without end;
-- nil: no longer. And whether that is a wake-up's time. Who sleeps at its list is
-- given the wake-up in the moment of the push, as long as its connection lives.
-- So a claim whose wake-up still lies there is that of somebody who asks this
-- very moment, or of nobody; and where one is dead the next may be as well.
local function kept_for(holder)
  local left = redis.call('PTTL', KEYS[1])
  if type(holder) ~= 'string' or left < 0 or left > CLAIM then return left end
  local list = wake_list(holder)
  if (tolerant('LLEN', list) or 0) == 0 then return left end
  local unread = redis.call('PTTL', list) - KEPT
  if unread <= 0 then return nil end
  return math.min(left, unread), true
end

