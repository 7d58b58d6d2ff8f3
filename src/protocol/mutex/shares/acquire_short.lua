-- shares/acquire_short: stands before shares/acquire, and ends the question of a share that has just read the wake-up of its claim, if nobody waits | KEYS and ARGV as acquire | {1, false} granted
-- The release of a writer lets in all readers behind it, so most of them ask when the queue is empty. This form does what
-- the long form would do, as the short forms of a lock do.
if ARGV[5] == 'woken' and type(holder) == 'table' then
  -- A number says that the slot does not move, as in the short form of release. The waiter has emptied its wake list.
  local waits = redis.pcall('EXISTS', KEYS[2], KEYS[2] .. ':')
  local ends = waits == 0 and redis.pcall('ZSCORE', KEYS[1], ARGV[1])
  if type(ends) == 'string' then
    local time = redis.call('TIME')
    local ms = time[1] * 1000 + math.floor(time[2] / 1000)
    local later = string.format('%.0f', ms + ARGV[2])
    -- The key ends with its longest share. A full server permits this write, and then the other one. A server before
    -- Redis 7.0 does not know GT here. A zero may mean that the key has no end, which the long form mends.
    local longer = tonumber(ends) > ms and redis.pcall('PEXPIREAT', KEYS[1], later, 'GT')
    local has_end = longer == 1 or longer == 0 and redis.call('PTTL', KEYS[1]) > 0
    if has_end and redis.call('ZADD', KEYS[1], 'GT', 'CH', later, ARGV[1]) == 1 then return {1, false} end
  end
end

