-- shares/renew: KEYS lock | ARGV token, lease in ms | 1 lives at least that long from now, 0 not this token's
-- It always writes, for WAIT. A write that a full server permits comes first.
if not lives(ARGV[1]) then return refuse(0) end
stretch()
hold(ARGV[1], ms() + ARGV[2])
return 1
