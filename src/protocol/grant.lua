-- grant: stands before acquire and adopt | KEYS lock, fence, … | ARGV token, lease in ms, "1" with a fencing token | fence() gives the number or false, lengthen() the lease

-- max(last + 1, server clock in microseconds): it grows even after the counter was lost, unless
-- the clock is behind as well. It is kept for a day, with the token that it was made for, so
-- asking twice gives the same number. A key that is no such counter, or one beyond 2^53, is
-- somebody else's: it counts as absent and stays untouched.
local function fence()
  if ARGV[3] ~= '1' then return false end
  local limit = 2 ^ 53
  local kept = tolerant('HMGET', KEYS[2], 'fence', 'token')
  local last = kept and tonumber(kept[1] or 0)
  local counts = last and last > -limit and last < limit
    and (kept[1] or redis.call('EXISTS', KEYS[2]) == 0)
  if counts and last > 0 and kept[2] == ARGV[1] then return last end
  local next = math.max((counts and last or 0) + 1, now())
  if counts then
    redis.call('HSET', KEYS[2], 'fence', string.format('%.0f', next), 'token', ARGV[1])
    redis.call('EXPIRE', KEYS[2], 86400)
  end
  return next
end

-- It writes even where the key has time enough. WAIT vouches for what its own connection has written,
-- and another one may have written this key: a hand-over, or a connection that was given up.
local function lengthen()
  local left = redis.call('PTTL', KEYS[1])
  if left >= 0 then redis.call('PEXPIRE', KEYS[1], left < tonumber(ARGV[2]) and ARGV[2] or left) end
end

