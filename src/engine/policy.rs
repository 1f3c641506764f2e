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

/// A grid of whole numbers: one row an option, one column a feature. Reused between decisions.
#[derive(Clone, Debug, Default)]
pub struct Features {
    columns: usize,
    cells: Vec<i32>,
}

impl Features {
    /// Makes room for `rows` options with `columns` features, all zero.
    pub fn reset(&mut self, rows: usize, columns: usize) {
        self.columns = columns;
        self.cells.clear();
        self.cells.resize(rows * columns, 0);
    }

    /// Sets one feature of one option.
    pub fn set(&mut self, row: usize, column: usize, value: i32) {
        self.cells[row * self.columns + column] = value;
    }

    /// All features of one option.
    pub fn row(&self, row: usize) -> &[i32] {
        &self.cells[row * self.columns..(row + 1) * self.columns]
    }
}
