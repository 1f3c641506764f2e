//! Numbers of things in lists, as types.

/// What the things of one kind are numbered with.
pub trait Id: Copy + 'static {
    /// How many can be numbered.
    const MOST: usize;

    /// The number of the thing in this place of its list.
    ///
    /// # Panics
    /// If the list is longer than [`Id::MOST`], which set-up notes as a fault before anything is numbered.
    fn at(place: usize) -> Self;
}

/// Declares ids: a number in a type of its own, so that a leader is never taken for a stick.
///
/// ```
/// use engine::Id;
/// engine::ids! {
///     /// A leader.
///     pub struct LeaderId(u8);
/// }
/// let names = ["Ramcke", "Heidrich"];
/// let ids: Vec<LeaderId> = LeaderId::all(names.len()).collect();
/// assert_eq!(names[ids[1].index()], "Heidrich");
/// assert_eq!((LeaderId::at(1), LeaderId::MOST), (ids[1], 255));
/// ```
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $vis:vis struct $name:ident($repr:ty);)+) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(pub $repr);

        impl $name {
            /// The place in the list.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The ids of a whole list, in order.
            #[inline]
            pub fn all(
                count: usize,
            ) -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone {
                debug_assert!(count <= <$name as $crate::Id>::MOST, "set-up counted them");
                (0..count as $repr).map($name)
            }
        }

        impl $crate::Id for $name {
            const MOST: usize = <$repr>::MAX as usize;

            #[inline]
            fn at(place: usize) -> $name {
                $name(<$repr>::try_from(place).expect("set-up counted them"))
            }
        }
    )+};
}
