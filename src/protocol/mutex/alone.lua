-- alone: stands before release, and ends it where nobody waits | KEYS lock, queue | ARGV token | 1 released
-- Most releases are of this kind. The server defines no function of the files behind this line for them,
-- which saves more than half of its time.
if redis.pcall('GET', KEYS[1]) == ARGV[1] and redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('DEL', KEYS[1])
  return 1
end

