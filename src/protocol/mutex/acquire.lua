-- acquire: KEYS lock, fence where one is made, queue | ARGV token, lease in ms, "1" with a fencing token, ticket or "", "0" not to join the queue, "new" the same for a token that was never sent, "1" to join, "newcomer" the same for a token that has never asked for a place, "woken" for one that has just read the wake-up of a claim; at a server of a quorum also the token whose keys were passed on to this one, or "" | {1, fence or false} granted, {0} held by another call, {0, ms to look again after or -1, ticket, rank: 1, 2, or 0 for any other} that and joined; at a server of a quorum behind a grant also the token that passed its keys on, or false, and behind a place the holder, or false if that is no token
-- Asked twice it grants once: the same fence, and a lease that is never shorter than before. A
-- token that is not to join the queue is not in it afterwards either.
local token, ticket, joins = ARGV[1], tonumber(ARGV[4]), ARGV[5] ~= '0' and ARGV[5] ~= 'new'
local passed = ARGV[6]
if holder == token and ARGV[5] == 'new' then
  -- Another call has got the key under the same token: a token that is given twice is one owner's.
  return refuse({0})
end
if passed and passed ~= '' and holder == passed then
  -- Its owner has passed all its keys on to this token, at the server that hands them over. So the key counts as free.
  give_up(token)
  silence(token)
  local fencing = fence()
  redis.call('SET', KEYS[1], token, 'PX', ARGV[2])
  return {1, fencing, passed}
end
if holder == token then
  -- The key has this token already: a lease or a claim. Leaving the queue comes first: a full
  -- server permits that, and then everything else in the same script.
  local by = passed and (passed_on_by(token) or false)
  leave(token)
  silence(token)
  local fencing = fence()
  lengthen()
  return {1, fencing, by}
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
if line then left, unread, holder = give(line, holder and NEXT_UNREAD or UNREAD), true, line[1][1] end
local rank = 0
for place, waiter in ipairs(living(2)) do
  if waiter[1] == token then rank = place end
end
-- The first waiter watches the holder for all. A wake-up that nobody reads concerns every waiter.
return {0, (rank == 1 or unread) and left or -1, ticket, rank, passed and type(holder) == 'string' and holder}
