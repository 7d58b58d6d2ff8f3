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

