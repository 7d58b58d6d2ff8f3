-- expire: KEYS lock | ARGV token, lease in ms | 1 lives that long from now, 0 not this token's
-- The only script that may shorten a lease each time it is asked.
if holder ~= ARGV[1] then return refuse(0) end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
