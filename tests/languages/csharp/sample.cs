extern alias Legacy;
global using System.IO;
using System;
using System.Collections.Generic;
using static System.Math;
using Text = System.Text.StringBuilder;
global using unsafe Pairs = System.Collections.Generic.List<int>;

[assembly: CLSCompliant(true)]

Announce("top level");

namespace Outer.Inner
{
    using Shapes.Util;

    [Serializable]
    public abstract class Animal : Base.Creature, IWalk, IEquatable<Animal>
    {
        public const int MaxLegs = Limits.Legs(4), MinLegs = Floor(2);
        private static readonly string DEFAULT_NAME = Pick();
        private int _count;
        public event EventHandler Born, Died;
        public event EventHandler Moved
        {
            add { Subscribe(value); }
            remove { Unsubscribe(value); }
        }

        public string Name { get; set; } = Pick();
        public int Legs => CountLegs(this);
        int IWalk.Speed { get { return Gauge(); } }

        public int this[int index]
        {
            get { return Lookup(index); }
        }

        static Animal() { Boot(); }
        public Animal(int count) : base(Prepare(count)) { _count = count; }
        public Animal() : this(1) { }
        ~Animal() { Release(); }

        public static Animal operator +(Animal a, Animal b) => a.Merge(b);
        public static bool operator <(Animal a, Animal b) { return Less(a, b); }
        public static bool operator >(Animal a, Animal b) => Less(b, a);
        public static implicit operator int(Animal a) => a.ToCount();
        public static explicit operator Animal(string s) => Parse(s);

        public abstract void Speak(string words, int times = 1);

        [Obsolete("old", true), Trace.Mark]
        public T Map<T>(Func<Animal, T> f) where T : class
        {
            const int LOCAL = 3;
            var local = LOCAL;
            int Twice(int x) { return Double(x); }
            static int Thrice(int x) => x * 3;
            Twice(local);
            return f(this);
        }

        void IWalk.Walk() { this.Speak("walk", 2); base.Walk(); }

        public void Calls(Animal other, dynamic d, params int[] rest)
        {
            Bare();
            other.Member(1, 2);
            other.Chain().Then(d).Last();
            other?.Maybe(1);
            other?.Name?.Trim();
            other?[0].AfterIndex();
            other!.Forced();
            Generic<int>(1);
            other.GenericMember<string, int>(2);
            other?.GenericMaybe<int>(3);
            Outer.Inner.Tools.Deep(1);
            Tools<int>.Static();
            global::Outer.Root();
            new Bare1();
            new Ns.Qualified(1, 2);
            new Boxed<int>(3);
            new Ns.Deep.QualifiedBox<int>();
            new global::Rooted();
            new WithInit { Name = Fill() };
            Animal typed = new(1);
            var anonymous = new { A = Value() };
            var array = new Sized[Size()];
            var text = nameof(Animal);
            Action act = () => Lambda(named: 1);
            act();
            (other).Paren();
            handlers[0](1);
            (Pick2)();
            Log($"x {Interpolated(1)}");
            if (other is Animal { Legs: 4 } found && found.Check()) { }
            foreach (var item in Items()) yield return item;
        }

        protected class Nested<T> where T : new()
        {
            public void Deep() { new T(); }
        }
    }

    public struct Point : IShape
    {
        public int X, Y;
        public const double ORIGIN = 0.0;
        public readonly double Length() => Sqrt(X * X + Y * Y);
    }

    public interface IWalk : IMove, Ns.IGeneric<int>
    {
        int Speed { get; }
        void Walk();
        int Run(int fast) => Hurry(fast);
    }

    public enum Color : byte { Red, Green = 2 }

    public delegate int Transform<T>(T input, int times);

    public record Person(string First, string Last) : Being(First), INamed;

    public record struct Pair(int A);

    public record Plain { public int Z { get; init; } }

    public class Primary(int size) : Animal(size)
    {
        public int Size => size;
    }

    static class Extensions
    {
        public static int Twice(this int x) => x.Doubled();
#if DEBUG
        internal static void Conditional() { Debug.Assert(true); }
#endif
    }
}

namespace Second
{
    partial class Part { extern static void Native(int handle); }
}
