-- settle: KEYS lock, fence | ARGV token, number | 1 the fence is that number or a greater one, 0 not this token's
-- Raises the fence, while the token owns the key, to the number that its owner got elsewhere. It never
-- lowers it. A key that is no counter stays untouched, as with every grant: then fences follow the server's
-- clock alone.
if holder ~= ARGV[1] then return refuse(0) end
local last, number = last_fence(), tonumber(ARGV[2])
if last and last < number then keep_fence(number) end
return 1
