//! Who decides.

use alloc::vec::Vec;

use crate::{Position, Whim};

/// A bot: picks one of the legal decisions from what its side may see.
pub trait Policy<P: Position>: Send {
    /// Chooses one of `legal`, which is never empty.
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], whim: &mut Whim) -> P::Action;
}

/// A closure is a policy too.
impl<P: Position, F> Policy<P> for F
where
    F: FnMut(P::View<'_>, &[P::Action], &mut Whim) -> P::Action + Send,
{
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], whim: &mut Whim) -> P::Action {
        self(view, legal, whim)
    }
}

/// Something a strategy file can name: a feature, a condition or a measure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Name, in kebab case.
    pub name: &'static str,
    /// Unit of the number, e.g. `hexes`, `percent`, `yes/no`.
    pub unit: &'static str,
    /// What it says about a decision, in one sentence.
    pub meaning: &'static str,
}

/// One number in [`Features`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The option, by its place among the legal ones.
    pub row: usize,
    /// The feature.
    pub column: usize,
    /// Its value.
    pub value: i32,
}

/// What is known of the options of one decision: one row an option, one column a feature, zero where
/// nothing was said. Only the columns somebody wants are kept. Reused between decisions.
#[derive(Clone, Debug, Default)]
pub struct Features {
    wanted: Vec<bool>,
    cells: Vec<Cell>,
}

impl Features {
    /// Forgets the last decision. `wanted` says of each column whether it will be looked at.
    pub fn reset(&mut self, wanted: &[bool]) {
        self.wanted.clear();
        self.wanted.extend_from_slice(wanted);
        self.cells.clear();
    }

    /// Whether the column will be looked at; if not, its value need not be worked out.
    #[inline]
    pub fn wants(&self, column: usize) -> bool {
        self.wanted[column]
    }

    /// Adds to one feature of one option.
    #[inline]
    pub fn add(&mut self, row: usize, column: usize, value: i32) {
        if value != 0 && self.wanted[column] {
            self.cells.push(Cell { row, column, value });
        }
    }

    /// Everything that was added, in that order; cells of one row and column add up.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}
