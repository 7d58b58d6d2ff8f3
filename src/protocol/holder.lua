-- holder: stands before every other script | KEYS lock | ARGV none | sets holder to who has the key, or false; tolerant() asks about a companion, wake_list() names a waiter's list, to_list() speaks to one, refuse() says no as a master, now() is the server's clock
-- A key that is not a string has a holder, but no token. Any other error of GET says nothing
-- about the holder, and is the reply.
local holder = redis.pcall('GET', KEYS[1])
local function is_wrong_type(reply) return string.find(reply.err, 'WRONGTYPE', 1, true) end
if type(holder) == 'table' and not is_wrong_type(holder) then return holder end

-- The reply of a command about a companion; nil if that key is of another type, and so somebody
-- else's. Any other error is raised as the server words it.
local function tolerant(...)
  local reply = redis.pcall(...)
  if type(reply) ~= 'table' or not reply.err then return reply end
  return not is_wrong_type(reply) and redis.call(...) or nil
end

local function wake_list(token)
  return KEYS[1] .. ':wake:{' .. KEYS[1] .. '}:' .. token
end

-- The reply of a command to a wake list; nil for an error, which does not count. In a slot of a Cluster
-- that moves, a node that does not have the list refuses the command, and the script must do all the
-- rest. A waiter that nobody wakes asks by itself. Only a missing right is raised: otherwise every wait
-- would be slow, and nobody would learn why.
local function to_list(...)
  local reply = redis.pcall(...)
  if type(reply) ~= 'table' or not reply.err then return reply end
  local lacks_right = string.find(reply.err, 'ACL failure', 1, true)
    or string.find(reply.err, 'user executing the script', 1, true)
  return lacks_right and redis.call(...) or nil
end

-- The reply of a script that may have written nothing. A replica would give it too, and may not have
-- what its master has. So this sends a write, which empties the wake list of `token`, or of no
-- token: a replica answers READONLY. Any other error does not count, as with each wake list.
local function refuse(reply, token)
  local written = redis.pcall('LTRIM', wake_list(token or ''), 1, 0)
  local is_replica = type(written) == 'table' and written.err and string.find(written.err, 'READONLY', 1, true)
  return is_replica and written or reply
end

-- In microseconds.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end

-- The same, but it stands still while the script runs.
local began
local function now()
  began = began or clock()
  return began
end

