<?php
/** What sample.php does not show. */
namespace App\Store;

use Psr\Log\{LoggerInterface as Logger, NullLogger};
use \Countable;

const LIMIT = 10;
const DOUBLE = LIMIT;
$handler = fn(int $n): int => $n + LIMIT;
$other = function () use ($handler) { return $handler(1); };

/**
 * The suits.
 */
#[Labelled('suit')]
enum Suit: string
{
    // Red.
    case Hearts = 'H';
    case Spades = PREFIX . 'S';
    public static function default(): self { return self::Hearts; }
}

class Repository implements Countable
{
    private static ?self $instance = null;
    protected array $items = DEFAULTS;

    # Builds it.
    public function __construct(
        private readonly Logger $logger,
        protected ?Store\Engine $engine = null,
        int ...$sizes,
    ) {
        $this->items = [LIMIT, ...$sizes];
        self::$instance ??= $this;
    }

    /** One row. */
    public function find(string $key, callable|null $filter = null, bool &$found = false): ?Item
    {
        global $handler, $log;
        static $calls = 0;
        $calls++;
        $query = new Query\Select($key);
        $rows = load($query, ...$this->items);
        foreach ($rows as $index => [$id, 'name' => $name]) {
            if ($id === null && $name or $index > LIMIT) {
                continue;
            } elseif (!$filter) {
                break;
            } else if ($handler($id)) {
                return $this->engine?->wrap($name);
            } else {
                $log->count += 1;
            }
        }
        try {
            [$a, $this->last] = $rows;
            unset($this->cache, $rows);
        } catch (NotFound $error) {
            $this->logger->warning("missing {$error->key} of $key", [Suit::Hearts => static::LIMIT]);
        } catch (A | B $late) {
            throw $late;
        }
        $map = array_map(function ($row) use (&$calls): Item { return $row ? $row->item : $calls; }, $a);
        return match (true) {
            $map instanceof Item, $found => $map,
            $key === Suit::Spades->value => null,
            default => $this->engine::$shared[PHP_EOL],
        };
    }

    public function count(): int
    {
        for ($i = 0; $i < 3; ++$i) {
            switch ($i) {
                case LIMIT: goto end;
                case 2: break;
                default: continue 2;
            }
        }
        while (true):
            $ref = &$this->items;
        endwhile;
        end:
        return LIMIT ?: 1;
    }
}

describe('Repository', function () {
    it('finds', fn() => expect(Repository::class)->toBe(LIMIT));
});
$limit = LIMIT;
class Paths extends Repository
{
    public static $root = ROOT, $deep = 0;
    public function __construct(private readonly int $depth = DEPTH, string ...$rest)
    {
        parent::$instance = static::$root;
        Paths::$root += $depth;
        unset($rest);
    }
}
function guard(Item $item, int $max = LIMIT, $mode = Mode\STRICT)
{
    $total += LIMIT;
    foreach (ITEMS as $item) { print LIMIT; }
    if (!DEBUG) throw FAILURE;
    return new class(-LIMIT) extends Item implements Countable { use Counts; };
}
$scale = fn(int $by): float => FACTOR;
$cast = (int) LIMIT;
