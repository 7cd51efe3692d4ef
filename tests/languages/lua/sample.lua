local List = require "pl.List"
local utils = require("pl.utils")
local deep = require 'pl.path'.join
require [[pl.long]]
local dynamic = require(name)
other.require "not.an.import"

LIMIT = 3
local MAX <const>, MIN = limit(), 1
local M = {}
M.field = compute()

function global(a, b, ...)
    local inner_var = bare()
    local function nested(x) return inside(x) end
    return nested(a)
end

local function hidden() return 1 end

function M.static(a) return helper(a) end

function M:method(a) return self:other(a) end

function M.sub.deep:far() return self.x() end

local assigned = function(x) return fromAssigned(x) end
forward = function() end
M.dotted = function(a, b) return M.static(a) end
M["quoted"] = function() return fromQuoted() end
local one, two = function() return first() end, function() return second() end

local handlers = {
    open = function(a) return opened(a) end,
    ["close"] = function() return closed() end,
    nested = { leaf = function() leafCall() end },
    plain = 1,
    function() anonymous() end,
}

function M.calls(obj, ...)
    obj:method(1, 2)
    obj:quote "text"
    obj:table { 1, 2 }
    quote2 'text'
    table2 { a = value() }
    obj.field(1)
    obj.deep.chain():then_(...):last()
    M.static(two(), "x")
    obj["key"](1)
    obj[1]:indexed();
    (obj or M):paren();
    ("x"):rep(3)
    pcall(obj.read_only, 1)
    make()(1)
    local t = setmetatable({}, { __index = function() return byIndex() end })
    if not check() then repeat step() until done() end
    for k, v in pairs(t) do visit(k) end
    goto finish
    ::finish::
    return tail(...)
end

function empty() end

local a, b = require "one", require "two"
M.lib = require "three"
use(require "four", require("five"):build())

return {
    exported = function(self) return self:run() end,
}, setmetatable(M, { __call = function(cls, ...) return cls.new(...) end })
