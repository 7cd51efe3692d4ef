package demo.stock;

import java.util.List;
import static demo.stock.Limits.CEILING;

/**
 * Keeps what is in store.
 * @since 2
 */
@Service(name = "stock")
@demo.marks.Audited
public class Stock<T extends Item> extends Base<T> {
    // How often it may be tried.
    static final int RETRIES = 3;
    private final List<T> items, spare[] = {};
    protected demo.core.Clock clock = new Clock();
    int total;

    /* Not directly above. */

    {
        int seed = RETRIES;
        total = seed;
    }

    // First row.
    // Second row.
    @Inject
    Stock(List<T> items, @Named("main") Clock clock) {
        this.items = items;
        this.clock = clock;
    }

    Item find(String key, int... depths) throws Missing {
        if (key == null || key.isEmpty() && total > 0 && !strict) {
            return null;
        } else if (total == 0) {
            throw new Missing(key);
        } else {
            total++;
        }
        outer:
        for (int i = 0, end = depths.length; i < end; i++) {
            for (T item : items) {
                if (item.key.equals(key)) {
                    return item;
                } else if (item == last) continue outer;
                else break;
            }
        }
        do { --this.total; total += CEILING; } while (total > 0);
        return key.isBlank() ? fallback : spare[0];
    }

    String describe(Object thing, Kind kind) {
        if (thing instanceof Item it && it.size > 1) return it.label;
        switch (kind) {
            case SMALL:
                if (total > 1) break;
            case LARGE:
                total = 1;
                break;
            default:
                return "none";
        }
        return switch (thing) {
            case Pair(Item left, var right) when left.size > right -> left.label;
            case Crate crate -> { if (crate.open) yield crate.label; yield "shut"; }
            case null, default -> "other";
        };
    }

    void run() {
        try (var in = open(); Reader out = new Reader(in)) {
            var box = new Crate<T>(out);
            var made = box.make();
            items.forEach(item -> { int total = item.size; use(total); });
            items.sort((a, b) -> a.size - b.size);
            items.map(Item::label).map(this::price).map(Crate::new);
        } catch (final IOException | Missing error) {
            log(error);
        } finally {
            total = 0;
        }
        Listener listener = new Listener() {
            int heard;
            @Override public void on(Event event) { heard += event.size; }
        };
        for (var entry : items) { if (entry.full) { while (true) { if (done) return; } } }
    }

    /** What a thing may be. */
    enum Kind {
        /** Fits a hand. */
        SMALL,
        @Deprecated LARGE(2) { @Override int weight() { return factor * 2; } };
        private int factor;
        Kind(int... factors) { factor = factors[0]; }
    }

    record Pair<A>(@NonNull Item left, A right) {
        Pair { check(left); }
    }

    @interface Service {
        String name() default "";
        int level() default Limits.CEILING;
    }
}

module demo.app { requires java.base; exports demo.stock; }

class Chain extends Base {
    Chain() { this(1); }
    Chain(int n) { super(n); total = n; }
    Chain(Outer outer) { outer.super(2); }
    Object make() { return new demo.Plain<T>(1) { void on() { super.on(); } }; }
    void wire() { on(1, new Plain() { }); held = new Plain() { }; }
    Object kept = new Plain() { };
}
