-- acquire_short: stands before acquire, and ends the usual questions without a fencing token | KEYS and ARGV as acquire | {1, false} granted, {0, ms to look again after or -1, ticket, rank} that and joined; at a server of a quorum behind a place the holder
-- As before release, what is done here is what the long form would do, and nothing is written before the case is
-- known to be a usual one.
if ARGV[3] ~= '1' and type(holder) == 'string' then
  if ARGV[5] == 'woken' then
    -- The waiter has read the wake-up of its claim, so its wake list is empty: a waiter that joins empties the
    -- list, and the wake-up of the claim is the last word that comes into it afterwards. GT, which a server before
    -- Redis 7.0 does not know, leaves a lease that is longer already, and a lock without end, to the long form.
    if holder == ARGV[1] and redis.pcall('PEXPIRE', KEYS[1], ARGV[2], 'GT') == 1 then return {1, false} end
  elseif ARGV[5] == 'newcomer' and holder ~= ARGV[1] then
    -- The two highest scores give the last ticket and the rank. A dead waiter counts until the long form takes it out.
    local line = redis.pcall('ZREVRANGE', KEYS[2], 0, 1, 'WITHSCORES')
    local last, other = tonumber(line[2]) or 0, tonumber(line[4]) or 0
    local rank = last <= 0 and 1 or other <= 0 and 2 or 0
    local left = not line.err and (rank == 1 and redis.call('PTTL', KEYS[1]) or -1)
    -- A key that ends within the time of a claim may be a claim that nobody reads, which the long form judges. Only
    -- the first waiter watches the holder: another newcomer leaves that to the waiters before it.
    if left and (left < 0 or left > 1000) then
      local time = redis.call('TIME')
      local ticket = math.max(time[1] * 1000000 + time[2], last + 1)
      local ms = time[1] * 1000 + math.floor(time[2] / 1000)
      local claim = math.max(math.min(ARGV[2] - 2, 1000), 1)
      redis.call('ZADD', KEYS[2], ticket, ARGV[1], 1 - claim - ms * 1000, 'seen:' .. ARGV[1])
      redis.call('PEXPIRE', KEYS[2], 2800)
      return {0, left, ticket, rank, ARGV[6] and holder}
    end
  end
end

