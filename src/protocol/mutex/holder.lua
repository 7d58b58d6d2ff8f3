-- holder: stands before the long form of every script, behind key | KEYS lock | ARGV none | tolerant() asks about a companion, wake_list() names a waiter's list, to_list() speaks to one, refuse() says no as a master, clock() is the server's time, now() the one that the script began with
-- Any error of GET but WRONGTYPE says nothing about the holder, and is the reply.

-- Whether the reply is an error with one of these words in it.
local function says(reply, ...)
  for _, words in ipairs(type(reply) == 'table' and reply.err and { ... } or {}) do
    if string.find(reply.err, words, 1, true) then return true end
  end
  return false
end

if type(holder) == 'table' and not says(holder, 'WRONGTYPE') then return holder end

-- The reply of a command about a companion; nil if that key is of another type, and so somebody
-- else's. Any other error is raised as the server words it.
local function tolerant(...)
  local reply = redis.pcall(...)
  if type(reply) ~= 'table' or not reply.err then return reply end
  return not says(reply, 'WRONGTYPE') and redis.call(...) or nil
end

local function wake_list(token)
  return KEYS[1] .. ':wake:{' .. KEYS[1] .. '}:' .. token
end

-- Whether the user lacks a right. That does not heal, so it is an error everywhere. Of a command in a
-- script Redis 7.2 says the first, and Redis 6 and 7.0 the second.
local function lacks_right(reply)
  return says(reply, 'ACL failure in script', "The user executing the script can't", 'NOPERM')
end

-- The reply of a command to a wake list; nil for an error, which does not count. In a slot of a Cluster
-- that moves, a node that does not have the list refuses the command, and the script must do all the
-- rest. A waiter that nobody wakes asks by itself.
local function to_list(...)
  local reply = redis.pcall(...)
  if type(reply) ~= 'table' or not reply.err then return reply end
  return lacks_right(reply) and redis.call(...) or nil
end

-- The reply of a script that may have written nothing. A replica would give it too, and may not have
-- what its master has. So this sends a write, which empties the wake list of `token`, or of no
-- token: a replica answers READONLY. Any other error does not count, as with each wake list.
local function refuse(reply, token)
  local written = redis.pcall('LTRIM', wake_list(token or ''), 1, 0)
  return (says(written, 'READONLY') or lacks_right(written)) and written or reply
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

