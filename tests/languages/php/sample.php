<?php
declare(strict_types=1);

namespace App\Shapes;

use Lib\Util;
use Lib\Deep\Thing as Alias;
use Lib\{First, Sub\Second as Two};
use function Lib\helper;
use const Lib\LIMIT;
use function Lib\Fn\{one, two as deux};

require 'boot.php';
require_once "lib/once.php";
include ('paren.php');
include_once __DIR__ . '/computed.php';

const MAX = 3, MIN = 1;
define('DYNAMIC', start());

#[Attr\Marker(1), Plain]
function top(int $a, string $b = 'x', int ...$rest): int
{
    $local = bare();
    function nested() { return inside(); }
    return $local;
}

$closure = function (int $n) use ($x): int { return fromClosure($n); };
$arrow = fn($n) => fromArrow($n);
$static = static fn() => fromStatic();

abstract class Animal extends \Base\Creature implements Walker, Lib\Eater
{
    use Runs, Lib\Swims {
        Runs::go insteadof Swims;
        Swims::go as protected swimGo;
    }

    public const LEGS = 4, EYES = two();
    const string TYPED = 'x';
    public int $name, $other = 2;
    protected static ?Animal $shared = null;
    private readonly array $list;
    public string $hooked { get => hook($this->raw); set { store($value); } }

    public function __construct(private int $promoted, int $plain = 1) { parent::__construct($plain); }
    public function __destruct() { release(); }
    abstract protected function speak(string $words): void;
    public static function make(): static { return new static(1); }

    #[Override]
    final public function &calls(?Animal $other, callable $f): int
    {
        bare();
        Util\qualified(1, 2);
        \rooted();
        namespace\relative();
        $other->member(1, 2);
        $other?->maybe(1);
        $other->chain()->then($f)->last();
        $other->prop->deep();
        $this->speak('x');
        self::make();
        static::make();
        parent::walk();
        Animal::build(1);
        \Lib\Tool::qualified(1);
        $other::dynamicScope();
        new Animal(1);
        new \Lib\Thing;
        new Alias\Inner(2);
        new self(3);
        new parent();
        new $class(1);
        new ($expr)(1);
        $f(1);
        $other->$method(1);
        $other->{'x'}(1);
        Animal::$method(1);
        ($this->callback)(1);
        ('strlen')(1);
        spread(...$args);
        firstClass(...);
        named(a: 1, b: two());
        $x = clone made();
        echo "x {$other->interpolated(1)}";
        $anon = new class(7) extends Base implements Shown { public function inner() { return deep(); } };
        match (true) { default => matched() };
        @suppressed();
        exit(finish());
    }
}

interface Walker extends Mover, Lib\Fast
{
    const SPEED = 1;
    public function walk(int $n): void;
}

trait Runs
{
    private $pace = 1;
    public function go() { return $this->pace(); }
}

enum Suit: string implements HasColor
{
    use Runs;
    case Hearts = 'H';
    const WILD = self::Hearts;
    public function color(): string { return paint($this); }
}

final readonly class Point {}
