//! Facts that the older sample does not show.

use std::{fmt::{self, Write as _}, sync::Arc};
pub(crate) use crate::job::{Kind, run as start};

/// Attempts that a job has.
#[doc(hidden)]
pub const LIMIT: usize = 3;
static mut TOTAL: usize = 0;
static POOL: Pool = Pool::empty();

/**
 * What a job is doing.
 */
// Plain comments belong to it as well.
#[derive(Debug, Clone, serde::Serialize)]
#[non_exhaustive]
pub enum State {
    /// Not yet.
    Idle,
    #[allow(dead_code)]
    Busy(u32, Arc<Job>),
    Done { code: i32 } = 4,
}

#[derive(Default)]
pub struct Job<'a> {
    pub id: usize,
    owner: &'a Owner,
    queue: queue::Queue<Job<'a>>,
    state: State,
}

trait Runner: for<'b> Visit<'b> + Send {
    type Output: Clone;
    const NAME: &'static str = "runner";
    fn run(&mut self, owner: &dyn Named, text: impl fmt::Display) -> Owner;
    fn name(&self) -> &Name { &self.label }
}

impl<'a> Job<'a> {
    /// Makes one.
    #[inline]
    #[tokio::instrument(skip(id))]
    pub fn new(id: usize, (left, right): (u8, u8)) -> Self {
        //! Inner text wins.
        let mut job = Job { id, state: State::Idle, owner: &OWNER };
        job.id += LIMIT;
        job.queue.size = left as usize + right as usize;
        unsafe { TOTAL += 1; }
        limits::MAX = TOTAL;
        (job.id, TOTAL) = (1, 2);
        job
    }

    fn take(&self, other: &mut Job<'a>, path: fs::Path) -> Option<usize> {
        let fresh = Job::new(LIMIT, (0, 1));
        let made = make();
        let copied = self.cloned();
        let chained = self.queue.iter().map(|item| item.id + LIMIT).max();
        let Some(first) = other.queue.first() else { return None };
        let kind: Kind = start(first)?;
        let mut step = |count: usize| -> usize { if count > 1 { return count; } count + TOTAL };
        const SHIFT: usize = 2;
        step(SHIFT);
        let pending = async move { match kind { _ => return fresh } };
        consume(made, copied, chained, path, pending);
        Some(Self::NAME.len())
    }
}

fn decide(state: &State, list: &[usize]) -> usize {
    match state {
        State::Idle if list.len() > LIMIT && list[0] == 0 => 1,
        State::Busy(count, ref job) => *count as usize + job.id,
        State::Done { code } | State::Late { code, .. } => code,
        [first, rest @ .., &last] => first,
        LIMIT => LIMIT,
        _ if TOTAL > 1 => 2,
        _ => 3,
    }
}

fn search(grid: Vec<Vec<usize>>) -> usize {
    'rows: for (row, cells) in grid.iter().enumerate() {
        let mut at = 0;
        while let Some(cell) = cells.get(at) {
            if *cell == LIMIT && row > 1 || at == 7 {
                continue 'rows;
            } else if let Some(found) = look(cell) && found > 1 && found < 9 {
                return found;
            } else {
                at += 1;
            }
        }
        loop {
            match row { 0 => break, _ => {} }
        }
    }
    let at = 'block: { if list::EMPTY { break 'block 1; } 2 };
    { let LIMIT_LOCAL = 1; }
    at + LIMIT_LOCAL
}

#[tokio::test]
#[cfg(all(test, unix))]
fn macros(job: &Job) {
    assert_eq!(job.take(1).unwrap(), Job::build(LIMIT), "{}", self.label);
    let _ = vec![State::Idle, plain, job.owner];
}

macro_rules! job {
    ($id:expr) => { { let hidden = $id; Job::make(hidden) } };
}

use crate::shop::{self as store, cart::{self, Item}};

impl Owner {
    fn reset(&mut self, at: usize) -> Self {
        [self.total, _] = store::split(at);
        (self.name, _) = store::pair(at);
        _ = Self(at);
        Self { at }
    }
}
