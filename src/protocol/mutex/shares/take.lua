-- shares/take: KEYS lock | ARGV as take | {1, false} granted, {0} no
-- The short form of the attempt: it knows no queue, so one node of a slot that moves can run it.
local token = ARGV[1]
local count = shares()
if holder == token then
  redis.call('DEL', KEYS[1])
  count = 0
end
local mine = lives(token)
if not mine and (not count or count > 0 and not room(kind(token))) then return refuse({0}, token) end
if mine then stretch() end
hold(token, ms() + ARGV[2])
to_list('LTRIM', wake_list(token), 1, 0)
return {1, false}
