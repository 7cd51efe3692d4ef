--- Carts and what they cost.
local Price = require "shop.price"
local tax = require("shop.tax")
local Cart = {}
local LIMIT <const>, low = 10, tax.low
RATE = low
Cart.__index = Cart
local cache

-- Makes a cart.
-- Without items.
function Cart.new(owner)
    local self = setmetatable({}, Cart)
    self.owner = owner
    self.items, total = {}, 0
    return self
end

--[[ Adds one item
     to the cart. ]]
function Cart:add(item, ...)
    local price = Price.new(item)
    local other = Price:of(item) or LIMIT
    self.price = Price.new(item.name)
    self.items[#self.items + 1] = price.amount
    cache[item], RATE = other, RATE + 1
    return ...
end

local find = function(list, key)
    for i = 1, #list, LIMIT do
        if list[i] == key and key or i > low and key then
            return i
        elseif not key then
            break
        else
            goto next_one
        end
        ::next_one::
    end
    for _, other in pairs(list) do
        while other do
            repeat
                local last = other
                do
                    if last then low = last.low end
                end
            until last or LIMIT
        end
        other = nil
    end
    return other, function(x) return x and key end
end

local options = { limit = LIMIT, [LIMIT] = low, find, walk = function(self) return self.limit.low end }

describe("a cart", function()
    local cart = Cart.new("me")
    it("cart.add adds", function()
        cart:add(options)
        assert.equal(cart.total, Price)
    end)
end)

if cache then
    local low = 1
    print(low)
end

local round = require("pl.math").round
local first, last = 1, require("pl.list").last
require("pl.app").start(round, last)

return Cart
