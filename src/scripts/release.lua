-- release: KEYS lock | ARGV token | 1 released, 0 not this owner's
-- A key that is not a string is somebody else's: GET's error is no token.
if redis.pcall('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
