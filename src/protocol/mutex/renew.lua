-- renew: KEYS lock, … | ARGV token, lease in ms | 1 lives at least that long from now, 0 not this token's
-- It only lengthens the lease: a renewal that is executed late undoes nothing.
if holder ~= ARGV[1] then return refuse(0) end
lengthen()
return 1
