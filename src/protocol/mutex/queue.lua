-- queue: stands before acquire and release | KEYS lock, …, queue | ARGV any | living() says who waits, give() hands over, leave() and give_up() take out, silence() takes wake-ups away, passed_on_by() reads one, kept_for() judges the holder, CLAIM and KEPT are milliseconds
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

-- The owner that has passed its keys on to a waiter, as the waiter's unread wake-up names it, or nil.
local function passed_on_by(token)
  local word = to_list('LINDEX', wake_list(token), -1)
  return word and string.match(word, '^yours (.*) %d+$')
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
-- away leaves the queue too. With `passes_on` the wake-up names that owner, whose keys at the other servers of a
-- quorum go to the waiter too.
local function give(line, unread, owner, passes_on)
  local token, claim = line[1][1], line[1][3]
  leave(token, owner)
  redis.call('SET', KEYS[1], token, 'PX', claim)
  -- The server writes first to the waiter that is woken last, so the new owner comes last.
  tell_first(line[2])
  local ends = math.floor(clock() / 1000) + claim
  wake(token, string.format('yours %s%.0f', passes_on and owner .. ' ' or '', ends), unread)
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

