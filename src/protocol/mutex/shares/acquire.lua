-- shares/acquire: KEYS lock, queue | ARGV as acquire | {1, false} granted, {0} no, {0, ms to look again after or -1, ticket, rank: 1, 2, or 0 for any other} no and joined
-- Asked twice it grants once, and never shortens a lease. In a slot that moves, a node cannot make a key again that the
-- script has deleted. Its error means that the slot moves: the key is free then, and the short form asks for it.
local token, lease, ticket = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[4])
local joins = ARGV[5] ~= '0' and ARGV[5] ~= 'new'
local limit = kind(token)

-- `mine`: the token has the key or a share already. Then a write comes first that a full server permits, and behind it
-- everything else is permitted too. `line`: the first waiters. The queue exists behind that only if somebody else waits,
-- and not at all if there are none.
local function grant(mine, line)
  local first = line[1] and line[1][1] == token
  if mine and type(holder) == 'table' then stretch() end
  if mine and line[1] then leave(token) end
  if type(holder) == 'string' then redis.call('DEL', KEYS[1]) end
  hold(token, ms() + lease)
  if not mine and line[1] then leave(token) end
  silence(token)
  if line[first and 2 or 1] then admit(first) end
  return {1, false}
end

if holder == token or lives(token) then return grant(true, living(2) or {}) end
local count, left, unread = shares()
if not count then
  left, unread = kept_for(holder)
  if not left then count = 0 end
end
local free = count and (count == 0 or room(limit))
local line = free and living(2) or {}
local head = line[1]
if free and (not head or head[1] == token or (ticket and ticket < head[2])) then return grant(false, line) end
local last = joins and tolerant('ZREVRANGE', queue, 0, 0, 'WITHSCORES')
if last then
  -- As in acquire: a waiter that has never learnt its ticket keeps it, and a write that a full server permits comes first.
  ticket = ticket or tonumber(redis.call('ZSCORE', queue, token))
  if ticket then
    redis.call('ZREM', queue, 'seen:' .. token)
  else
    ticket = math.max(now(), (last[2] or 0) + 1)
  end
  redis.call('ZADD', queue, ticket, token, -mark(lease), 'seen:' .. token)
  redis.call('PEXPIRE', queue, KEPT)
  silence(token)
else
  give_up(token)
end
-- Somebody else comes first, and gets the place.
if free and count == 0 then
  left, unread = give(living(2), holder and NEXT_UNREAD or UNREAD), true
elseif free then
  admit()
  if lives(token) then
    -- It was let in too. Those behind it are let in by the same script or by its claims, and the queue may be gone.
    hold(token, ms() + lease)
    silence(token)
    return {1, false}
  end
end
if not last then return refuse({0}, token) end
if not left and limit ~= '' and count and count > 0 then
  -- Any share that ends makes room for one with a limit.
  left = math.max(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] - ms(), 1)
end
left = left or redis.call('PTTL', KEYS[1])
local rank = 0
for place, waiter in ipairs(living(2) or {}) do
  if waiter[1] == token then rank = place end
end
return {0, (rank == 1 or unread) and left or -1, ticket, rank}
