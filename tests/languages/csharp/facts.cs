using System;
using Core = Demo.Core;
using static Demo.Limits;

namespace Demo.Stock;

/// <summary>Keeps what is in store.</summary>
[Service(Name = "stock")]
public class Stock<T>(Clock clock, int size = 4) : Base(clock), IStock where T : Item
{
    // How often it may be tried.
    private const int Retries = 3;
    private readonly List<T> items = new List<T>(), spare;
    internal Core.Box box = Core.Box.Empty;
    private int total, limit = Ceiling;
    public event Action<T> Sold;
    private static Func<int, int> price = (int n) => n * Retries;

    /* Not directly above. */

    // The one that counts.
#pragma warning disable 1591
    public T? Last { get; private set; }

    public int Total
    {
        get { var seen = total; return seen; }
        set
        {
            if (value > 0 && value < limit) total = value;
            else return;
        }
    }

    public Item this[string key] => Find(key);

    public Stock() : this(Clock.Now) { items.Add(null); }

    /**
     * Looks it up.
     * @param key what to look for
     */
    public Item Find(string key, Kind kind = Kind.Small, params Item[] rest)
    {
        if (key == null || key.Length > 1 && total > 0 && !strict)
        {
            return null;
        }
        else if (total == 0)
        {
            throw new Missing(key);
        }
        else
        {
            total++;
        }
        for (int i = 0, end = rest.Length; i < end; i++)
        {
            foreach (T item in items)
            {
                if (item.Key == key) return item;
                else if (item == Last) continue;
                else goto found;
            }
        }
        do { --this.total; total += Ceiling; } while (total > 0);
        found:
        return key.IsBlank() ? fallback : spare[0];
    }

    public string Describe(object thing, out Kind kind, ref int count)
    {
        kind = Kind.Small;
        if (thing is Item it && it.Size > 1) return it.Label;
        switch (kind)
        {
            case Kind.Small:
                if (total > 1) goto case Kind.Large;
                break;
            case Kind.Large when count > 1:
                total = 1;
                break;
            default:
                return nameof(Describe);
        }
        return thing switch
        {
            Item { Size: > 1, Box: var held } heavy when heavy.Size > limit => held.Label,
            Crate crate => crate.Label,
            (int left, _) => left.ToString(),
            not null => "some",
            _ => "none",
        };
    }

    public async Task Run(IEnumerable<T> source)
    {
        try
        {
            using var input = Open();
            using (Reader output = new(input)) { output.Copy(rest: input); }
            var box = new Core.Box<T>(input);
            var made = await box.Make();
            Func<int, int> twice = delegate (int n) { return n * 2; };
            made.Size = twice(made?.Size ?? 0);
            source.Where(one => one.Size > 1).Each((a, b) => Use(a, b, this.price));
            var (left, right) = Split(made);
            (total, box.Lid) = (left, right);
            if (!int.TryParse(Name, out var parsed)) parsed = 0;
            Reset(out limit);
            var copy = made with { Label = "x", Size = parsed };
            var heavy = from one in items join other in spare on one.Key equals other.Key
                        let both = one.Size + other.Size where both > limit select new { Sum = both, one.Label };
        }
        catch (IOException error) when (error.Fatal || strict)
        {
            Log(error, heavy: typeof(Stock<T>));
        }
        finally
        {
            total = 0;
        }
        Sold += OnSold;
        foreach (var (key, value) in pairs) { if (key != null) { while (true) { if (done) return; } } }
        void OnSold(T thing) { total -= thing.Size; }
    }
}

/// What a thing may be.
public enum Kind
{
    /// Fits a hand.
    Small = 1,
    [Obsolete("no")] Large = Ceiling,
}

public record Pair<A>(A Left, Item Right = null);

public class Chain : Base
{
    private Foo held = new(1);
    public Foo? Made { get; } = new(2);
    private int n;
    public Chain(int n) : base(n) { }
    public Chain() : this(1) { }
    ~Chain() { Free(); }
    public static Chain operator +(Chain a, Chain b) => a;
    public int Level { set { Check(value); this.value = value; } get { return n; } }
    public event Action Done { add => hub?.Sink.Take(value); remove { if (n > 0) { hub.Drop(value); } } }
    public int Plain() { List<Foo>? some = new(n); return value; }
}
