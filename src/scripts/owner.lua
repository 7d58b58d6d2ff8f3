-- owner: stands before every other script | KEYS lock | ARGV none | sets owner to who has the key, or false
-- Something that is not a string is somebody, and no token. Any other error of
-- GET is for the server to tell: it says nothing about the holder.
local owner = redis.pcall('GET', KEYS[1])
if type(owner) == 'table' and not string.find(owner.err, 'WRONGTYPE', 1, true) then return owner end

