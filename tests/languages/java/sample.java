package sample.pkg;

import java.util.List;
import java.util.concurrent.*;
import static java.lang.Math.max;
import static java.lang.Math.*;
import Single;

/** Every construct whose facts queries/java extracts. */
@Marker(value = 1)
public abstract class Sample<T> extends Base.Inner<T> implements Runnable, Comparable<T>, lib.Api<T>, lib.Plain {
    public static final int LIMIT = 1, OTHER = compute(2);
    private final int lower = 1;

    static {
        setup();
    }

    Sample(int a) {
        super(a);
    }

    protected <U> Sample(U a, int b) throws Exception {
        this(b);
        init(a);
    }

    abstract void bodiless(int a, final String... rest);

    @Override
    public int compareTo(T other) {
        int LOCAL = 1;
        this.helper(1);
        super.compareTo(other);
        lib.Api.super.compareTo(other);
        return max(LIMIT, other.value());
    }

    void helper(Sample<T> this, int x) {
        List<String> list = new ArrayList<>();
        Object o = new Plain(1, 2);
        o = new lib.deep.Type(x);
        o = new lib.deep.Generic<String>();
        o = outer.new Nested(3);
        o = new Thread() {
            public void run() { work(); }
        };
        Collections.<String>emptyList().size();
        lib.deep.Util.call(x).next().next(1);
        list.forEach(e -> handle(e));
        list.forEach(this::skipped);
        switch (x) {
            case 1 -> one();
            default -> { other(); }
        }
        class Local { void inside() {} }
    }

    enum Color implements Api {
        RED(1) { void shade() { tint(); } }, BLUE(2);
        Color(int code) {}
        void paint() {}
    }

    interface Shape extends Api, lib.Plain {
        int SIDES = 4;
        void draw();
        default void erase() { draw(); }
    }

    @interface Marker {
        int value() default 0;
    }

    record Point(int x, int... rest) implements Api {
        Point {
            check(x);
        }
        Point(String s) { this(parse(s)); }
        static Point origin() { return new Point(0); }
    }

    sealed interface Node permits Leaf {}
    static final class Leaf extends Plain implements Node {}
}
