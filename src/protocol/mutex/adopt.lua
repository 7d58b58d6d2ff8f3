-- adopt: KEYS lock, fence where one is made | ARGV token, lease in ms, "1" with a fencing token, detached token | {1, fence or false} granted, {0} not the detached token's
-- The detached token is used up. The lease is a new one, with a fence of its own. Asked twice it
-- grants once, and only the first time may shorten the lease.
if holder ~= ARGV[1] and holder ~= ARGV[4] then return refuse({0}) end
local fencing = fence()
if holder == ARGV[1] then
  lengthen()
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return {1, fencing}
