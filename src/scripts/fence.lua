-- fence: stands before acquire and adopt | KEYS …, fence | ARGV token, …, "1" with a fencing token | fence() gives the number, or false
-- max(last + 1, server clock in microseconds): increasing even after the counter
-- was lost, unless the clock is behind as well. It is kept with the token it was
-- made for, so that asking twice gives the same one, and for a day. A key that is
-- not such a counter is somebody else's: it counts as absent and stays untouched.
local function fence()
  if ARGV[3] ~= '1' then return false end
  local kept = redis.pcall('HMGET', KEYS[2], 'fence', 'token')
  local last = not kept.err and tonumber(kept[1] or 0)
  if last and last > 0 and kept[2] == ARGV[1] then return last end
  local time = redis.call('TIME')
  local next = math.max((last or 0) + 1, time[1] * 1000000 + time[2])
  if last then
    redis.call('HSET', KEYS[2], 'fence', string.format('%.0f', next), 'token', ARGV[1])
    redis.call('EXPIRE', KEYS[2], 86400)
  end
  return next
end

