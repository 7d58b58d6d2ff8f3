-- shares/expire: KEYS lock | ARGV token, lease in ms | 1 lives that long from now, 0 not this token's
-- The only script of shares that may shorten a lease each time it is asked.
if not lives(ARGV[1]) then return refuse(0) end
stretch()
redis.call('ZADD', KEYS[1], string.format('%.0f', ms() + ARGV[2]), ARGV[1])
stretch()
return 1
