-- key: stands first in every script | KEYS lock | ARGV none | sets holder to who has the key, false for nobody, or an error
-- A key that is not a string has a holder, but no token: its error is WRONGTYPE.
local holder = redis.pcall('GET', KEYS[1])

