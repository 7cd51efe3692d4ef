// Package facts shows what the older sample does not.
package facts

import (
	"context"

	store "example.org/store/v2"
)

// Kind says what a job is.
type Kind int

const (
	// KindIdle waits.
	KindIdle Kind = iota
	_
	KindBusy
)

/* limit bounds the queue.
 * It is read in functions. */
var limit, total = 8, 0

var (
	_       Runner = (*Job)(nil)
	current *Job
	backup  = &Job{ID: 1}
	cache   = store.Open(limit)
)

// Job is one piece of work.
type Job struct {
	ID     int
	owner  *Owner
	queue  Queue[Job]
	ready  chan bool
	hook   func(total int) error
	*store.Base
	store.Table[Job]
}

type Owner struct{ name string }

type Queue[T any] struct{ items []T }

type Runner interface {
	store.Closer
	store.Getter[Job]
	// Run does it.
	Run(ctx context.Context, args ...string) (*Job, error)
	Owner() Owner
}

// NewJob makes a job.
//
//go:noinline
func NewJob(id int) (*Job, error) {
	job := &Job{ID: id, owner: nil}
	job.ID = limit
	job.owner.name = "x"
	total++
	return job, nil
}

func (j *Job) Run(ctx context.Context, args ...string) (done *Job, err error) {
	made, err := NewJob(limit)
	copied := Job{}
	fresh := new(Owner)
	owner, ok := j.hookOwner().(*Owner)
	far := store.New(ctx, args...)
	var local Queue[Job]
	var typed, other store.Table
	run := j.Run
	use(made, copied, fresh, owner, ok, far, local, typed, other, run)
	return done, err
}

func Max[T any](first T, rest ...T) T {
	for i, v := range rest {
		if i > 0 && less(v) || v == first && i < limit {
			first = v
		} else if i == 0 {
			continue
		} else {
			break
		}
	}
	return first
}

func table(keys []string) map[Kind]Job {
	var index int
	for index = range keys {
	}
	for _, current.ID = range keys {
	}
	_ = keys[index]
	named := map[string]Owner{limitName: {name: "a"}, "b": store.Owner{name: "c"}}
	return map[Kind]Job{KindIdle: {ID: total}, KindBusy: {owner: named[KeyB]}}
}

func shadow(flag bool) int {
	if total := limit; flag {
		return total
	}
	{
		limit := 1
		limit += 2
	}
	total--
	return limit + total
}

func worker(jobs chan *Job, quit <-chan bool) {
	step := func(limit int) int {
		if limit > 1 {
			return limit
		}
		return total
	}
	defer func() {
		if r := recover(); r != nil {
			total = step(1)
		}
	}()
outer:
	for {
		select {
		case job, ok := <-jobs:
			if !ok {
				break outer
			}
			go job.Run(nil)
		case current = <-jobs:
			break
		case <-quit:
			return
		default:
			jobs <- backup
		}
	}
}

func classify(value any, kind Kind) string {
	switch v := value.(type) {
	case *Job, Owner:
		return name(v)
	case nil:
		goto done
	default:
	}
	switch kind {
	case KindIdle, KindBusy:
		fallthrough
	case store.KindFar:
		return "known"
	}
retry:
	if kind > KindBusy {
		kind--
		goto retry
	}
done:
	return (store.Names)[kind]
}

func grouped(a, b int, each func(x, y int) int) (low, high int) {
	pick := func(m, n int) int { return m }
	return pick(a, b), each(b, low)
}

type Pairs interface {
	Swap(i, j int)
}

func (o Owner) Between(i, j int) bool { return i < j }
