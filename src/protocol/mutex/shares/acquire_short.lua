-- shares/acquire_short: stands before shares/acquire, and ends the question of a share that has just read the wake-up of its claim, if nobody waits | KEYS and ARGV as acquire | {1, false} granted
-- A lock that is released lets all the readers behind it in, and each of them asks this at once. As before the scripts of
-- a lock, what is done here is what the long form would do, and the long form may do it again.
if ARGV[5] == 'woken' and type(holder) == 'table' then
  -- A number says that the slot does not move, as before release. The wake list is empty, as before acquire.
  local waits = redis.pcall('EXISTS', KEYS[2], KEYS[2] .. ':')
  local ends = waits == 0 and redis.pcall('ZSCORE', KEYS[1], ARGV[1])
  if type(ends) == 'string' then
    local time = redis.call('TIME')
    local ms = time[1] * 1000 + math.floor(time[2] / 1000)
    local later = string.format('%.0f', ms + ARGV[2])
    -- The key ends with its longest share. A full server permits this write, and then the other one. A server before
    -- Redis 7.0 does not know GT here.
    local known = tonumber(ends) > ms and type(redis.pcall('PEXPIREAT', KEYS[1], later, 'GT')) == 'number'
    if known and redis.call('ZADD', KEYS[1], 'GT', 'CH', later, ARGV[1]) == 1 then return {1, false} end
  end
end

