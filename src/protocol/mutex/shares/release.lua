-- shares/release: KEYS lock, queue | ARGV token | 1 released, 0 not this token's
-- The last share is released as a lock is: SET of a claim replaces the set, so the key is there all the time.
local token = ARGV[1]
if holder ~= token and not lives(token) then
  give_up(token)
  return refuse(0, token)
end
local line = living(2) or {}
local first, second = line[1] and line[1][1], line[2] and line[2][1]
-- The short form may have let this token in, which knows no queue. With two waiters, one of them is somebody else, so the
-- queue still exists.
if second or first == token then leave(token) end
if first == token or second == token then line = second and living(2) or {} end
-- The dead go first: they have no place any more. Where only dead members of others are left, the key would end now and
-- wake nobody.
shares()
if type(holder) == 'table' and beside(token) then
  redis.call('ZREM', KEYS[1], token)
  stretch()
  if line[1] then admit() end
elseif line[1] then
  give(line, UNREAD, token)
else
  redis.call('DEL', KEYS[1])
end
return 1
