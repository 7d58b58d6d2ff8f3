-- release: KEYS lock | ARGV token | 1 released, 0 not this owner's
if owner ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
