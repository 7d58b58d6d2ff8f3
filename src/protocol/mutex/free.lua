-- free: KEYS lock | ARGV token | 1 released, 0 not this token's
-- The short form of release: it knows no queue, so one node of a slot that moves can run it. Nobody is
-- handed the key, and the token stays in the queue if it stands there.
if holder ~= ARGV[1] then return refuse(0) end
redis.call('DEL', KEYS[1])
return 1
