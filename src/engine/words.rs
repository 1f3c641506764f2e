//! Closed lists of words: what an enum is called in files, said once.

use alloc::string::ToString;
use core::fmt;
use core::marker::PhantomData;

use serde::Deserializer;
use serde::de::{Error, Unexpected, Visitor};

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

/// Reads a word. One that is a number, as `2` among `1`, `2` and `3`, need not be in quotes.
///
/// # Errors
/// It is not among those that the type knows.
pub fn read_word<'de, W: Words, D: Deserializer<'de>>(deserializer: D) -> Result<W, D::Error> {
    deserializer.deserialize_str(Reader(PhantomData))
}

struct Reader<W>(PhantomData<W>);

impl<W: Words> Reader<W> {
    /// A number is a wrong word where words are numbers, and no word elsewhere.
    fn number<E: Error>(self, number: &str, found: Unexpected<'_>) -> Result<W, E> {
        W::read(number).ok_or_else(|| {
            if W::WORDS.iter().any(|word| word.parse::<i64>().is_ok()) {
                E::unknown_variant(number, W::WORDS)
            } else {
                E::invalid_type(found, &self)
            }
        })
    }
}

impl<W: Words> Visitor<'_> for Reader<W> {
    type Value = W;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("string")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<W, E> {
        W::read(word).ok_or_else(|| E::unknown_variant(word, W::WORDS))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<W, E> {
        self.number(&number.to_string(), Unexpected::Signed(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<W, E> {
        self.number(&number.to_string(), Unexpected::Unsigned(number))
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
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name { $($(#[$value_doc])* $value),+ }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D>(deserializer: D) -> ::core::result::Result<Self, D::Error>
            where
                D: ::serde::Deserializer<'de>,
            {
                $crate::macros::read_word(deserializer)
            }
        }

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

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use serde::Deserialize;
    use serde::de::value::{BoolDeserializer, Error, I64Deserializer, StrDeserializer};

    crate::words! {
        /// What a step costs.
        enum Cost {
            /// One point.
            One = "1",
            /// Two points.
            Two = "2",
        }

        /// How a unit moves.
        enum Gait {
            /// On foot.
            Foot = "foot",
        }
    }

    /// Files and changes typed in a command say `2` as well as `"2"`.
    #[test]
    fn words_that_are_numbers_need_no_quotes() {
        let typed = |number| Cost::deserialize(I64Deserializer::<Error>::new(number));
        assert_eq!(typed(2), Ok(Cost::Two));
        assert_eq!((Cost::from_word("2"), Cost::One.word()), (Some(Cost::Two), "1"));
        assert_eq!(Cost::deserialize(StrDeserializer::<Error>::new("1")), Ok(Cost::One));
        assert!(typed(3).unwrap_err().to_string().contains("`3`, expected `1` or `2`"));
        let gait = Gait::deserialize(I64Deserializer::<Error>::new(3)).unwrap_err();
        assert!(gait.to_string().contains("invalid type: integer `3`"), "{gait}");
        assert_eq!((Gait::from_word("foot"), Gait::Foot.word()), (Some(Gait::Foot), "foot"));
        let word = Cost::deserialize(StrDeserializer::<Error>::new("dear"));
        assert!(word.unwrap_err().to_string().contains("expected `1` or `2`"));
        assert!(Cost::deserialize(BoolDeserializer::<Error>::new(true)).is_err());
    }
}
