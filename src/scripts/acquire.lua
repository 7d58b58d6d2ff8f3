-- acquire: KEYS lock, fence | ARGV token, lease in ms, "1" with a fencing token | {1, fence or false} granted, {0} held by another
-- Asked twice it grants once: the same fence, and a lease that is never shorter
-- than before. The fence comes first: should it fail, nothing is held.
local owner = redis.pcall('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return {0} end
local fencing = fence()
if not owner then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
else
  local left = redis.call('PTTL', KEYS[1])
  if left >= 0 and left < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
end
return {1, fencing}
