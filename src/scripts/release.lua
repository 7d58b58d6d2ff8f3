-- release: KEYS lock, queue | ARGV token | 1 released, 0 not this owner's
-- The key goes to the next in line, or away. Whoever does not own it leaves the
-- queue: a token that is given up may be waiting there.
if owner ~= ARGV[1] then
  give_up(ARGV[1])
  return 0
end
local line = living(2)
if line and line[1] and line[1][1] == owner then
  -- A request of an abandoned connection has put the owner itself there.
  leave(owner)
  line = living(2)
end
if line and line[1] then
  give(line, UNREAD)
else
  redis.call('DEL', KEYS[1])
end
return 1
