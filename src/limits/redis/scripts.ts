import { createHash } from 'node:crypto';

/** A Lua script, which Redis runs without any other command in between. */
export type Script = { readonly text: string; readonly sha1: string };

/**
 * The time in microseconds: the server's, since the clocks of processes differ, or the last argument. Every script
 * begins with it. Numbers of this size are exact in Lua, and in what Redis makes of them.
 */
const NOW = `
local now = tonumber(ARGV[#ARGV])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
`;

/**
 * KEYS: a list of when each counted unit leaves the window, earliest first. ARGV: the window in microseconds, the limit,
 * the units, and 1 to count them or 0 to look only. Returns whether they were granted, the units in the window, the time
 * until the oldest leaves, and the time until the request would be granted.
 */
export const TAKE = script(`${NOW}
local key, window, limit, units = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local function leaves(index)
  return tonumber(redis.call('LINDEX', key, index))
end

local count = redis.call('LLEN', key)
-- After the clock was set back, nothing stays for longer than a window from now.
local last = count - 1
while last >= 0 and leaves(last) > now + window do
  redis.call('LSET', key, last, now + window)
  last = last - 1
end
local changed = last < count - 1

-- The first that has not left yet, by halves: an idle minute may leave a long list behind.
local low, high = 0, count
while low < high do
  local middle = math.floor((low + high) / 2)
  if leaves(middle) <= now then low = middle + 1 else high = middle end
end
if low > 0 then redis.call('LTRIM', key, low, -1) end
local used = count - low

local granted = used + units <= limit
local counted = granted and ARGV[4] == '1'

local reset, wait = 0, 0
if used > 0 then reset = leaves(0) - now elseif counted then reset = window end
-- Not the oldest: after a change to a smaller plan, several must leave before there is room.
local places = limit - units + 1
if not granted and places >= 1 and places <= used then wait = leaves(-places) - now end

if counted then
  for _ = 1, units do redis.call('RPUSH', key, now + window) end
  used = used + units
end
-- Nothing is read after this: a window that ends meanwhile takes the list with it.
if counted or changed then redis.call('PEXPIRE', key, math.ceil(window / 1000)) end
return { granted and 1 or 0, used, reset, wait }
`);

/**
 * KEYS: two sorted sets, of the attempts under way by when their leases end, and of the failures by when they leave the
 * window. ARGV: the limit, the length of a lease and the window in microseconds, and the attempt, or nothing to look
 * only. Returns ENTERED, FULL while those under way may use up the limit, or REFUSED after too many failures, with the
 * time until enough of these leave.
 */
export const ENTER = script(`${NOW}
local underway, failures, limit, attempt = KEYS[1], KEYS[2], tonumber(ARGV[1]), ARGV[4]
local lease, window = tonumber(ARGV[2]), tonumber(ARGV[3])

local function count(key, longest)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  -- After the clock was set back, nothing stays for longer than its time from now.
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, now + longest + 1, '+inf')) do
    redis.call('ZADD', key, now + longest, member)
    redis.call('PEXPIRE', key, math.ceil(longest / 1000))
  end
  return redis.call('ZCARD', key)
end

local failed = count(failures, window)
if failed >= limit then
  local nth = redis.call('ZRANGE', failures, -limit, -limit, 'WITHSCORES')
  return { 'REFUSED', tonumber(nth[2]) - now }
end
if failed + count(underway, lease) >= limit then return { 'FULL', 0 } end
if attempt ~= '' then
  redis.call('ZADD', underway, now + lease, attempt)
  redis.call('PEXPIRE', underway, math.ceil(lease / 1000))
end
return { 'ENTERED', 0 }
`);

/** KEYS: the set of the attempts under way. ARGV: the length of a lease in microseconds, and the attempt. */
export const RENEW = script(`${NOW}
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[1]), ARGV[2])
redis.call('PEXPIRE', KEYS[1], math.ceil(tonumber(ARGV[1]) / 1000))
return 1
`);

/** KEYS: as for ENTER. ARGV: the window in microseconds, the attempt, and 1 if it failed. */
export const LEAVE = script(`${NOW}
redis.call('ZREM', KEYS[1], ARGV[2])
if ARGV[3] == '1' then
  redis.call('ZADD', KEYS[2], now + tonumber(ARGV[1]), ARGV[2])
  redis.call('PEXPIRE', KEYS[2], math.ceil(tonumber(ARGV[1]) / 1000))
end
return 1
`);

function script(text: string): Script {
  return { text, sha1: createHash('sha1').update(text).digest('hex') };
}
