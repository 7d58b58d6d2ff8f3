-- shares/free: KEYS lock | ARGV token | 1 released, 0 not this token's
-- The short form of the release. The place goes to nobody, so the waiters look by themselves.
local token = ARGV[1]
if holder ~= token and not lives(token) then return refuse(0) end
shares()
if type(holder) == 'string' or redis.call('ZCARD', KEYS[1]) == 1 then
  redis.call('DEL', KEYS[1])
else
  redis.call('ZREM', KEYS[1], token)
  stretch()
end
return 1
