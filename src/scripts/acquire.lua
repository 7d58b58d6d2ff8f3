-- acquire: KEYS lock, fence | ARGV token, lease in ms, "1" with a fencing token | {1, fence or false} granted, {0} held by another
-- Asked twice it grants once: the same fence, and a lease that is never shorter
-- than before. The fence comes first: should it fail, nothing is held.
if owner and owner ~= ARGV[1] then return {0} end
local fencing = fence()
if owner then
  lengthen()
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return {1, fencing}
