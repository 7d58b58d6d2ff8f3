-- release_short: stands before release, and ends the usual ones | KEYS lock, queue | ARGV as release | 1 released, 2 handed over to a waiter whose wake-up names the token
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
      wake(first, string.format('yours %s%.0f', ARGV[2] and holder .. ' ' or '', ms + claim), 3000)
      return ARGV[2] and 2 or 1
    end
  end
end

