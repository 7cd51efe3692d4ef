require "set"
require_relative "shop/price"
load "tasks.rb"
autoload :Json, "json/ext"

module Shop
  RATE = 3
  LIMITS ||= {}
  Local = 1
  Point = Struct.new(:x, :y) do
    def norm
      hypot(x, y)
    end
  end
  Missing = Class.new(Core::Error)
  Pair = Data.define(:left, :right)
  Mixin = Module.new do
    def mixed; end
  end

  class Cart < Base
    include Enumerable, Kernel::Extra
    extend ClassMethods
    prepend Loud
    attr_reader :items

    def initialize(items, tax = 1, *rest, key:, **opts, &block)
      super(items)
      @items = items
    end

    def each
      return to_enum(:each) unless block_given?
      @items.each { |item| yield item }
      self.log "x", 1
      super
    end

    def empty; end

    def short(n) = helper(n, *n)

    def name=(text)
      @name = text.to_s.strip
    end

    def <=>(other)
      other&.total <=> total
    end

    def [](at)
      Price::parse(at)
      Shop::Price::Tax.of at
      Shop::Price::of at
      Integer(at)
      Price::Money(at)
      items::first
      Cart.new(at, key: 1)
      Set.new
      bare
    end

    alias size count
    alias == eql?
    alias_method "length", "count"

    define_method("dynamic") { |a, b| work a }

    def self.build(*args)
      new(*args, &block)
    end

    class << self
      def open(path)
        File.open(path) do |f|
          parse f
        end
      end

      private

      def inner; end
    end

    class Error < StandardError; end
  end
end

class Shop::Order < Shop::Cart
end

class << Shop::Order
  def all
    fetch()
  end
end

module Shop::Tools
  def tool
    base.extend Other
  end
end

Shop::VERSION = "1"

def Shop.top
  1
end

def script
  tool do
    1
  end
end

script()
