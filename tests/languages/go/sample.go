package sample

import "fmt"
import (
	m "math/rand"
	. "dot/pkg"
	_ "blank"
)

const Answer = 42
const (
	First = iota
	Second, Third = 2, 3
)

var single int
var (
	left, right = 1, 2
	handler     = func(a int) int { return helper(a) }
)

type Shape struct {
	Embedded
	*Pointer
	pkg.Other
	Generic[int]
	name string
	call func(int)
}

type Area interface {
	Base
	pkg.Sized
	Measure(a int, unit string) (int, error)
}

type Number interface{ ~int | ~string }
type Alias = map[string]int
type Meters int
type Callback func(int) error
type Generic[T any] struct{ value T }
type (
	One struct{}
	Two interface{ Run() }
)

func plain(a, b int, rest ...string) (int, error) { return 0, nil }
func generic[T any](x T) T                        { return x }
func external(a int)

func (s *Shape) Pointed(a int)  { s.Plain() }
func (s Shape) Plain()          {}
func (g *Generic[T]) Get() T    { return g.value }
func (Generic[T]) Anonymous()   {}

func calls(s *Shape) {
	bare(1)
	fmt.Println("x", 1)
	s.a.b.deep()
	go run(1)
	defer s.Close()
	(parenthesized)(1)
	(*pointer)(1)
	(s.Plain)()
	generic[int](1)
	fs[0](3)
	func() { inner() }()
	variadic(xs...)
	s.call(1)(2)
	made := Shape{name: name()}
	other := &Generic[int]{}
	far := pkg.Other{}
	local := func() { inside() }
	const hidden = 1
	type Local struct{}
}
