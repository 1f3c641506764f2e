//! The switches of a game, an entry each: uncertain readings of the rules, and optional rules.

/// Declares the switches of a game. An entry says everything about one: what it decides (its doc comment, which
/// `scenario show` prints), its id, what it may be, and which of these it is by default. Where several printed games
/// share the list, an entry ends with the scope in which it is known.
///
/// ```
/// engine::rulings! {
///     /// How this game reads its rules.
///     pub struct Rulings;
///     /// 4.1: whether a unit next to an enemy may leave
///     leaving: Leaving {
///         /// It may.
///         Free = "free",
///         /// It pays for it.
///         Dear = "dear",
///     } = Leaving::Free;
///     /// 7.0: whether night halves movement
///     slow_nights: bool = true;
/// }
/// let rulings = Rulings { leaving: Leaving::Dear, ..Rulings::default() };
/// let list = rulings.list();
/// assert_eq!((list[0].id.as_str(), list[0].value.as_str()), ("leaving", "dear"));
/// assert_eq!((list[0].default.as_str(), list[0].values.len()), ("free", 2));
/// assert_eq!(list[1].meaning, "7.0: whether night halves movement");
/// ```
#[macro_export]
macro_rules! rulings {
    ($(#[$doc:meta])* pub struct $rulings:ident; $($entries:tt)+) => {
        $crate::rulings! { @declare $(#[$doc])* $rulings, (); $($entries)+ }

        impl $rulings {
            /// Every switch with its value, its default and what it decides.
            pub fn list(&self) -> $crate::macros::Vec<$crate::Ruling> {
                self.entries().into_iter().map(|((), ruling)| ruling).collect()
            }
        }
    };
    ($(#[$doc:meta])* pub struct $rulings:ident in $scope:ty; $($entries:tt)+) => {
        $crate::rulings! { @declare $(#[$doc])* $rulings, $scope; $($entries)+ }

        impl $rulings {
            /// Every switch that is known in a scope, with its value, its default and what it decides.
            pub fn list(&self, known: impl Fn($scope) -> bool) -> $crate::macros::Vec<$crate::Ruling> {
                let known = self.entries().into_iter().filter(|&(scope, _)| known(scope));
                known.map(|(_, ruling)| ruling).collect()
            }
        }
    };
    (@declare $(#[$doc:meta])* $rulings:ident, $scope:ty; $(
        $(#[doc = $meaning:literal])+
        $id:ident: $kind:ident $({ $($values:tt)+ })? = $default:expr $(, $known:expr)?;
    )+) => {
        $($(
            $crate::words! {
                #[doc = concat!("What `", stringify!($id), "` may be.")]
                pub enum $kind { $($values)+ }
            }
        )?)+

        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, ::serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $rulings {
            $($(#[doc = $meaning])+ pub $id: $kind,)+
        }

        impl ::core::default::Default for $rulings {
            fn default() -> Self {
                $rulings { $($id: $default),+ }
            }
        }

        impl $rulings {
            /// Every switch, and where it is known.
            fn entries(&self) -> $crate::macros::Vec<($scope, $crate::Ruling)> {
                let default = $rulings::default();
                $crate::macros::Vec::from([$((
                    { $($known)? },
                    $crate::macros::ruling(
                        stringify!($id),
                        concat!($($meaning),+),
                        self.$id,
                        default.$id,
                    ),
                )),+])
            }
        }
    };
}
