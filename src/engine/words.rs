//! Closed lists of words: what an enum is called in files, said once.

/// Something that files name by one of a few words.
pub trait Words: Copy + 'static {
    /// Every value, in the order of [`Words::WORDS`].
    const VALUES: &'static [Self];
    /// Their words.
    const WORDS: &'static [&'static str];

    /// The value of a word.
    fn read(word: &str) -> Option<Self> {
        Self::WORDS.iter().position(|known| *known == word).map(|place| Self::VALUES[place])
    }
}

impl Words for bool {
    const VALUES: &'static [bool] = &[false, true];
    const WORDS: &'static [&'static str] = &["false", "true"];
}

/// Declares enums with their words in files: `ALL`, `word`, `from_word`, the trait [`Words`] and reading by serde, which
/// the calling crate must depend on.
///
/// ```
/// engine::words! {
///     /// How a unit moves.
///     pub enum Gait {
///         /// On foot.
///         Foot = "foot",
///         /// By truck.
///         Motor = "motor",
///     }
/// }
/// assert_eq!(Gait::ALL.map(Gait::word), ["foot", "motor"]);
/// assert_eq!(Gait::from_word("motor"), Some(Gait::Motor));
/// assert_eq!(Gait::from_word("horse"), None);
/// ```
#[macro_export]
macro_rules! words {
    ($($(#[$doc:meta])* $vis:vis enum $name:ident {
        $($(#[$value_doc:meta])* $value:ident = $word:literal),+ $(,)?
    })+) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Deserialize)]
        $vis enum $name { $($(#[$value_doc])* #[serde(rename = $word)] $value),+ }

        impl $name {
            /// Every value, in order.
            pub const ALL: [$name; <$name as $crate::Words>::WORDS.len()] = [$($name::$value),+];

            /// The word in files.
            pub const fn word(self) -> &'static str {
                match self { $($name::$value => $word),+ }
            }

            /// Reads the word.
            pub fn from_word(word: &str) -> ::core::option::Option<$name> {
                <$name as $crate::Words>::read(word)
            }
        }

        impl $crate::Words for $name {
            const VALUES: &'static [$name] = &$name::ALL;
            const WORDS: &'static [&'static str] = &[$($word),+];
        }
    )+};
}
