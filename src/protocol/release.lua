-- release: KEYS lock, queue | ARGV token | 1 released, 0 not this token's
-- The key is handed over to the next waiter, or deleted. A token that does not own the key leaves the
-- queue: it may have been waiting there when it was given up.
if holder ~= ARGV[1] then
  give_up(ARGV[1])
  return 0
end
local line = living(2)
if line and line[1] and line[1][1] == holder then
  -- A request of an abandoned connection has put the holder itself into the queue.
  leave(holder)
  line = living(2)
end
if line and line[1] then
  give(line, UNREAD)
else
  redis.call('DEL', KEYS[1])
end
return 1
