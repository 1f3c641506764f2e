//! Lists of what strategies may weigh, wait for and be counted by.

/// Declares what a strategy may weigh (or a stage wait for, or a game count as a mistake): an enum of columns, one an
/// entry, and beside it the list of names, units and meanings that strategy files see.
///
/// ```
/// engine::features! {
///     /// What an option is weighed by.
///     pub enum Feature in FEATURES;
///     Steps = "steps", "steps", "expected steps lost by the enemy";
///     Hill = "hill", "yes/no", "the hex is a hill";
/// }
/// assert_eq!(FEATURES[Feature::Hill as usize].name, "hill");
/// assert_eq!(Feature::ALL[0], Feature::Steps);
/// ```
#[macro_export]
macro_rules! features {
    ($(#[$doc:meta])* $vis:vis enum $column:ident in $list:ident;
        $($value:ident = $name:literal, $unit:literal, $meaning:literal;)+) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        #[repr(usize)]
        $vis enum $column { $(#[doc = $meaning] $value),+ }

        impl $column {
            /// Every column, in order.
            pub const ALL: [$column; $list.len()] = [$($column::$value),+];
        }

        /// What strategy files see of them.
        $vis const $list: &[$crate::Weighable] = &[
            $($crate::Weighable { name: $name, unit: $unit, meaning: $meaning }),+
        ];
    };
}
