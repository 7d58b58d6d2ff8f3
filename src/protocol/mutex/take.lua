-- take: KEYS lock, fence where one is made | ARGV token, lease in ms, "1" with a fencing token | {1, fence or false} granted, {0} held by another
-- The short form of acquire: it knows no queue, so one node of a slot that moves can run it. Asked
-- twice it grants once: the same fence, and a lease that is never shorter than before.
if holder and holder ~= ARGV[1] then return refuse({0}) end
-- The fence comes first: if it fails, nothing is held.
local fencing = fence()
if holder then
  lengthen()
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
-- The key may have been a claim of this token: a lease must not look like one.
to_list('LTRIM', wake_list(ARGV[1]), 1, 0)
return {1, fencing}
