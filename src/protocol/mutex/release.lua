-- release: KEYS lock, queue | ARGV token; at the server of a quorum that hands over also "1" if the token will never own a key again | 1 released, 0 not this token's, 2 handed over to a waiter whose wake-up names the token
-- The key is handed over to the next waiter, or deleted. A token that does not own the key leaves the
-- queue: it may have been waiting there when it was given up.
if holder ~= ARGV[1] then
  give_up(ARGV[1])
  return refuse(0, ARGV[1])
end
-- The holder itself may stand in the queue: a request of an abandoned connection has put it there,
-- or it got the key by a script that knows no queue.
local line = living(2) or {}
local first, second = line[1] and line[1][1], line[2] and line[2][1]
if first == holder or second == holder then
  leave(holder)
  line = second and living(2) or {}
end
if line[1] then
  give(line, UNREAD, holder, ARGV[2])
  if ARGV[2] then return 2 end
else
  redis.call('DEL', KEYS[1])
end
return 1
