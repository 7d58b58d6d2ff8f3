-- shares/adopt: KEYS lock | ARGV as adopt | {1, false} granted, {0} not the detached token's
-- The detached token is used up. Asked twice it grants once, and only the first time may shorten the lease.
local token, old = ARGV[1], ARGV[4]
if not lives(token) and not lives(old) then return refuse({0}) end
stretch()
hold(token, ms() + ARGV[2])
redis.call('ZREM', KEYS[1], old)
stretch()
return {1, false}
