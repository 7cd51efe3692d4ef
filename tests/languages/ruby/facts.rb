require_relative "shop/tax"
autoload :Price, "shop/price"

# What it costs.
# Not more.
LIMIT = 10
rate = LIMIT

Line = Struct.new(:kind, :count) do
  def total = kind.price * count + rate
end

class Basket < Shop::Base
  attr_accessor :items, :owner
  attr_writer "skipped"

  @@made = 0
  size = LIMIT

  # Makes one
  # from a kind.
  def initialize(kind, count = LIMIT, *rest, deep: size, **more, &block)
    @items = []
    @store = Store.new(kind)
    @cache ||= Shop::Cache.new
    @@made += 1
    line = Line.new(kind, rest)
    self.owner = line.owner
    items[count], @last = line, $stdout
    first, (second, *others) = block.call(more)
    Basket::LIMIT
  end

  alias_method :lines, :items
  alias rows lines

  define_method(:fetch) do |key, deep = LIMIT|
    next nil unless key
    @items.fetch(key) { |missing; gone| gone = missing.kind or deep }
  end

=begin
Walks.
=end
  private def walk(list, depth)
    for item in list
      if item && depth || LIMIT
        next
      elsif item.nil?
        break
      else
        item = depth
      end
    end
    until depth.zero?
      while depth
        unless list
          case depth
          when 1, LIMIT then return list
          when Integer
            depth -= 1 if depth
          else
            break
          end
        end
      end
    end
    list.map(&:kind) rescue LIMIT
  end

  def parse(text)
    found = text ? text.to_i : count
    case found
    in {kind: String => name, total:} if name > LIMIT
      total
    in [Integer => head, *tail]
      return tail
    in other
      other
    end
  rescue KeyError => error
    retry if error.key
  rescue Shop::Failure, IOError
    add = ->(left, right = LIMIT) { left + right + rate }
    raise found, { total: }
  else
    undef walk
  end
end

RSpec.describe "a basket" do
  context "Basket.new, empty" do
    it("adds") { |example| expect(basket.total).to eq LIMIT }
  end
end

class Gauge
  DOUBLE = ->(v) { v * 2 }
  def set(other, need:, extra: 1)
    self.level = need
    other.level += extra
    other&.store.level ||= 2
    self.low, other.high = 1, 2
    other.tags[0] = level
    half = lambda { |v| v / 2 }
    quiet = -> { half.call(need) }
    other.level
  end
end
