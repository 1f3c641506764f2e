//! Lists of exactly two values in data files: a third is a fault, and is not dropped without a word.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};

/// Two values, as they stand in a list.
struct Two<A, B>(A, B);

impl<'de, A: Deserialize<'de>, B: Deserialize<'de>> Deserialize<'de> for Two<A, B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Both<A, B>(PhantomData<(A, B)>);

        impl<'de, A: Deserialize<'de>, B: Deserialize<'de>> Visitor<'de> for Both<A, B> {
            type Value = Two<A, B>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a list of two values")
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Two<A, B>, S::Error> {
                let lacks = |count| de::Error::invalid_length(count, &"a list of two values");
                let first = list.next_element()?.ok_or_else(|| lacks(0))?;
                let second = list.next_element()?.ok_or_else(|| lacks(1))?;
                if list.next_element::<IgnoredAny>()?.is_some() {
                    return Err(lacks(3));
                }
                Ok(Two(first, second))
            }
        }

        deserializer.deserialize_seq(Both(PhantomData))
    }
}

/// Two values of one kind.
///
/// # Errors
/// There are fewer, or more.
pub fn pair<'de, D, T>(deserializer: D) -> Result<[T; 2], D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Two::deserialize(deserializer).map(|Two(first, second)| [first, second])
}

/// The same, of a key that may be missing; with `#[serde(default)]`.
///
/// # Errors
/// There are fewer, or more.
pub fn optional_pair<'de, D, T>(deserializer: D) -> Result<Option<[T; 2]>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    pair(deserializer).map(Some)
}

/// A list of pairs, of a key that may be missing; with `#[serde(default)]`.
///
/// # Errors
/// One of them has fewer values, or more.
pub fn optional_pairs<'de, D, A, B>(deserializer: D) -> Result<Option<Vec<(A, B)>>, D::Error>
where
    D: Deserializer<'de>,
    A: Deserialize<'de>,
    B: Deserialize<'de>,
{
    let list: Vec<Two<A, B>> = Vec::deserialize(deserializer)?;
    Ok(Some(list.into_iter().map(|Two(first, second)| (first, second)).collect()))
}
