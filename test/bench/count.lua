-- Sends requests as load.lua does. Prints "begin" when the first one is sent, and "end" when so many have been answered.
-- The generator goes on until it is ended.
local here = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
dofile(here .. "load.lua")
local load, take, wanted, asked, answered = init, request, 0, 0, 0

local function say(what)
  io.write(what, "\n")
  io.flush()
end

function init(args)
  load(args)
  wanted = tonumber(args[2])
end

function request()
  asked = asked + 1
  -- wrk takes one request before it sends any
  if asked == 2 then say("begin") end
  return take()
end

function response(status)
  if status ~= 200 then error("a response with status " .. status) end
  answered = answered + 1
  if answered == wanted then say("end") end
end
