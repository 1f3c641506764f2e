//! Orders: what a player has told the formations of a side to do, and where. They are the plan above the weights: a unit
//! is weighed by the order that it has, and what an order means to a unit is a table of weights in the strategy.

use alloc::vec::Vec;

use crate::HexId;

/// What an order tells its units to do. The words are those of any staff; what they mean on the map, the weights of a
/// strategy say.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Task {
    /// Take its hexes.
    Take,
    /// Hold its hexes.
    Hold,
    /// Support others round its hexes by fire.
    Support,
    /// Watch the approaches to its hexes and give ground.
    Screen,
    /// Wait at its hexes.
    Reserve,
    /// Throw the enemy back from its hexes.
    CounterAttack,
    /// Fall back to its hexes.
    Withdraw,
    /// Break through to its hexes.
    BreakOut,
}

impl Task {
    /// Every task.
    pub const ALL: [Task; 8] = [
        Task::Take,
        Task::Hold,
        Task::Support,
        Task::Screen,
        Task::Reserve,
        Task::CounterAttack,
        Task::Withdraw,
        Task::BreakOut,
    ];

    /// Its word in strategy files.
    pub const fn word(self) -> &'static str {
        match self {
            Task::Take => "take",
            Task::Hold => "hold",
            Task::Support => "support",
            Task::Screen => "screen",
            Task::Reserve => "reserve",
            Task::CounterAttack => "counter-attack",
            Task::Withdraw => "withdraw",
            Task::BreakOut => "break-out",
        }
    }

    /// The task with a word.
    pub fn from_word(word: &str) -> Option<Task> {
        Task::ALL.into_iter().find(|task| task.word() == word)
    }

    /// Whether its units have to get to its hexes before they are of use there.
    pub const fn goes_forward(self) -> bool {
        matches!(self, Task::Take | Task::CounterAttack | Task::BreakOut)
    }
}

/// One order, with its places found on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// What to do.
    pub task: Task,
    /// Where, if anywhere in particular.
    pub hexes: Vec<HexId>,
}

/// The orders of one strategy in one scenario: more important ones first.
#[derive(Clone, Debug, Default)]
pub struct OrderBook<G> {
    orders: Vec<Order>,
    /// By unit, the orders that name it, in the order of the book.
    of: Vec<Vec<u8>>,
    guide: G,
}

/// Orders that a book holds at most: as many as an [`InForce`] has bits.
pub const MOST_ORDERS: usize = 64;

impl<G> OrderBook<G> {
    /// A book of orders, each with the numbers of its units in the roster, and what the game has worked out of them: see
    /// [`crate::Appraise::guide`].
    ///
    /// # Panics
    /// If there are more than [`MOST_ORDERS`].
    pub fn new(orders: Vec<(Order, Vec<u16>)>, guide: G) -> Self {
        assert!(orders.len() <= MOST_ORDERS, "{} orders", orders.len());
        let units = orders.iter().flat_map(|(_, units)| units);
        let mut of: Vec<Vec<u8>> = Vec::new();
        of.resize(units.max().map_or(0, |&most| usize::from(most) + 1), Vec::new());
        for (number, (_, units)) in (0..).zip(&orders) {
            for &unit in units {
                of[usize::from(unit)].push(number);
            }
        }
        OrderBook { orders: orders.into_iter().map(|(order, _)| order).collect(), of, guide }
    }

    /// The orders.
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// The book when those orders are in force whose bits are set.
    pub fn in_force(&self, bits: u64) -> InForce<'_, G> {
        InForce { book: (!self.orders.is_empty()).then_some(self), bits }
    }
}

/// A book of orders, and which of them are in force now.
#[derive(Debug)]
pub struct InForce<'a, G> {
    book: Option<&'a OrderBook<G>>,
    bits: u64,
}

impl<G> Clone for InForce<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for InForce<'_, G> {}

impl<'a, G> InForce<'a, G> {
    /// No orders at all.
    pub const NONE: InForce<'a, G> = InForce { book: None, bits: 0 };

    /// Whether the book holds any orders, in force or not.
    #[inline]
    pub fn any(self) -> bool {
        self.book.is_some()
    }

    /// The order of a unit: of those in force that name it, the first of the book.
    #[inline]
    pub fn of(self, unit: u16) -> Option<Given<'a, G>> {
        let book = self.book?;
        let named = book.of.get(usize::from(unit))?;
        let number = *named.iter().find(|&&number| self.bits >> number & 1 == 1)?;
        let number = usize::from(number);
        Some(Given { number, order: &book.orders[number], guide: &book.guide })
    }
}

/// What a game works out of the hexes of each order: one place an order, none for an order that names no hex.
#[derive(Debug)]
pub struct Places<T>(Vec<Option<T>>);

impl<T> Places<T> {
    /// The places of these orders.
    pub fn of(orders: &[Order], place: impl Fn(&Order) -> T) -> Self {
        let named = |order: &Order| (!order.hexes.is_empty()).then(|| place(order));
        Places(orders.iter().map(named).collect())
    }
}

impl<T> Default for Places<T> {
    fn default() -> Self {
        Places(Vec::new())
    }
}

impl<'a, T> InForce<'a, Places<T>> {
    /// The place of the order that a unit has, if it has one with a place.
    #[inline]
    pub fn place(self, unit: u16) -> Option<&'a T> {
        let given = self.of(unit)?;
        given.guide.0[given.number].as_ref()
    }
}

/// An order that a unit has.
#[derive(Debug)]
pub struct Given<'a, G> {
    /// Its number in the book, from 0.
    pub number: usize,
    /// The order.
    pub order: &'a Order,
    /// What the game has worked out of the book.
    pub guide: &'a G,
}

impl<G> Clone for Given<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Given<'_, G> {}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn a_unit_has_the_first_order_in_force_that_names_it() {
        let order = |task| Order { task, hexes: Vec::new() };
        let book = OrderBook::new(
            vec![
                (order(Task::Take), vec![3]),
                (order(Task::Hold), vec![1, 3]),
                (order(Task::Reserve), vec![1, 2, 3]),
            ],
            (),
        );
        let task =
            |bits, unit| book.in_force(bits).of(unit).map(|given| (given.number, given.order.task));
        assert_eq!(task(0b111, 3), Some((0, Task::Take)));
        assert_eq!(task(0b110, 3), Some((1, Task::Hold)));
        assert_eq!(task(0b101, 1), Some((2, Task::Reserve)));
        assert_eq!(task(0b011, 2), None);
        assert_eq!(task(0b111, 0), None);
        assert_eq!(task(0b111, 900), None);
        assert_eq!(InForce::<()>::NONE.of(3).map(|given| given.number), None);
    }

    #[test]
    fn an_order_without_hexes_has_no_place() {
        let orders =
            [vec![HexId(4), HexId(7)], Vec::new()].map(|hexes| Order { task: Task::Hold, hexes });
        let places = Places::of(&orders, |order| order.hexes.len());
        let [with, without] = orders;
        let book = OrderBook::new(vec![(with, vec![1]), (without, vec![2])], places);
        let place = |unit| book.in_force(u64::MAX).place(unit).copied();
        assert_eq!([place(0), place(1), place(2)], [None, Some(2), None]);
    }

    #[test]
    fn tasks_have_words_of_their_own() {
        for task in Task::ALL {
            assert_eq!(Task::from_word(task.word()), Some(task));
        }
        assert_eq!(Task::from_word("march"), None);
    }
}
