//! What a position waits for. Each decision of a game is a small struct that owns all there is to say of it; the
//! list of them is written once, with [`pending!`](crate::pending), and only passes on what it is asked.

use alloc::vec::Vec;
use core::fmt;

use crate::{Dice, Position, Side};

/// Something that a position waits for, or that goes on by itself: small enough to be copied.
pub trait Pending<P: Position>: Copy + fmt::Debug {
    /// The side that decides; nobody where nothing is to be decided.
    fn decider(self, position: &P) -> Option<Side>;

    /// The unit that it is about, by its number in the roster, where there is one.
    fn subject(self, _position: &P) -> Option<u16> {
        None
    }

    /// Appends every option, always in the same order.
    fn options(self, _position: &P, _actions: &mut Vec<P::Action>) {}

    /// Plays one of the options.
    fn play(
        self,
        _position: &mut P,
        action: P::Action,
        _dice: &mut dyn Dice,
        _events: &mut Vec<P::Event>,
    ) {
        unreachable!("{action:?} is no option of {self:?}")
    }

    /// Goes as far as it can without a decision: `false` when it waits for one, `true` when it went on, to itself in
    /// another state or to something else.
    fn proceed(self, _position: &mut P, _dice: &mut dyn Dice, _events: &mut Vec<P::Event>) -> bool {
        false
    }
}

/// The list of what a game can wait for: an enum with a variant for each of the structs named, which are in scope and
/// implement [`Pending`](crate::Pending). The enum implements it too and passes everything on to them; each of them
/// converts into it.
///
/// ```ignore
/// engine::pending! {
///     /// What is to be decided.
///     pub(super) enum Waits of Battle {
///         /// Enemies may fire at the unit that moves.
///         Watch,
///         /// A check that can be bought.
///         Check,
///     }
/// }
/// ```
#[macro_export]
macro_rules! pending {
    (
        $(#[$about:meta])*
        $visible:vis enum $list:ident of $position:ty {
            $($(#[$each:meta])* $one:ident),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        $visible enum $list {
            $($(#[$each])* $one($one),)+
        }

        impl $crate::Pending<$position> for $list {
            #[inline]
            fn decider(self, position: &$position) -> Option<$crate::Side> {
                match self {
                    $(Self::$one(one) => $crate::Pending::decider(one, position),)+
                }
            }

            #[inline]
            fn subject(self, position: &$position) -> Option<u16> {
                match self {
                    $(Self::$one(one) => $crate::Pending::subject(one, position),)+
                }
            }

            #[inline]
            fn options(
                self,
                position: &$position,
                actions: &mut Vec<<$position as $crate::Position>::Action>,
            ) {
                match self {
                    $(Self::$one(one) => $crate::Pending::options(one, position, actions),)+
                }
            }

            #[inline]
            fn play(
                self,
                position: &mut $position,
                action: <$position as $crate::Position>::Action,
                dice: &mut dyn $crate::Dice,
                events: &mut Vec<<$position as $crate::Position>::Event>,
            ) {
                match self {
                    $(Self::$one(one) => {
                        $crate::Pending::play(one, position, action, dice, events);
                    })+
                }
            }

            #[inline]
            fn proceed(
                self,
                position: &mut $position,
                dice: &mut dyn $crate::Dice,
                events: &mut Vec<<$position as $crate::Position>::Event>,
            ) -> bool {
                match self {
                    $(Self::$one(one) => $crate::Pending::proceed(one, position, dice, events),)+
                }
            }
        }

        $(
            impl From<$one> for $list {
                fn from(one: $one) -> Self {
                    Self::$one(one)
                }
            }
        )+
    };
}
