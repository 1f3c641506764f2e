//! Sets of hexes against sorted sets of numbers.

use std::collections::BTreeSet;

use engine::{HexId, HexSet};
use proptest::prelude::*;

/// 320 hexes, as a small map has, and 2,176 for a large one.
type Small = HexSet<5>;
type Large = HexSet<34>;

fn set<const WORDS: usize>(hexes: &BTreeSet<u16>) -> HexSet<WORDS> {
    hexes.iter().map(|&hex| HexId(hex)).collect()
}

fn numbers<const WORDS: usize>(set: HexSet<WORDS>) -> BTreeSet<u16> {
    set.iter().map(|hex| hex.0).collect()
}

fn small() -> impl Strategy<Value = BTreeSet<u16>> {
    prop::collection::btree_set(0u16..320, 0..40)
}

fn large() -> impl Strategy<Value = BTreeSet<u16>> {
    prop::collection::btree_set(0u16..2_176, 0..60)
}

/// What [`HexSet::spread`] says it does, one number after the other.
fn spread(
    set: &BTreeSet<u16>,
    from: &BTreeSet<u16>,
    by: i16,
    open: impl Fn(u16) -> bool,
) -> BTreeSet<u16> {
    let moved = set.intersection(from).filter_map(|hex| hex.checked_add_signed(by));
    set.iter().copied().chain(moved.filter(|&hex| open(hex))).collect()
}

proptest! {
    #[test]
    fn sets_join_and_differ_as_sorted_sets_do(a in small(), b in small()) {
        let (x, y) = (set::<5>(&a), set::<5>(&b));
        prop_assert_eq!(numbers(x), a.clone());
        prop_assert_eq!(x.len(), a.len());
        prop_assert_eq!(x.is_empty(), a.is_empty());
        prop_assert_eq!(numbers(x.or(y)), &a | &b);
        prop_assert_eq!(numbers(x.and(y)), &a & &b);
        prop_assert_eq!(numbers(x.without(y)), &a - &b);
        prop_assert_eq!(x.covers(&y), b.is_subset(&a));
        prop_assert_eq!(x.meets(&y), !a.is_disjoint(&b));
    }

    #[test]
    fn a_front_of_a_small_map_moves_on(a in small(), from in small(), open in small(), by in -90i16..90) {
        let mut front = set::<5>(&a);
        front.spread(&set(&from), by, &set(&open));
        prop_assert_eq!(numbers(front), spread(&a, &from, by, |hex| open.contains(&hex)));
    }

    #[test]
    fn a_front_of_a_large_map_moves_on(a in large(), by in -400i16..400) {
        let mut front = set::<34>(&a);
        front.spread(&Large::all(), by, &Large::all());
        prop_assert_eq!(numbers(front), spread(&a, &a, by, |hex| hex < 2_176));
    }

    #[test]
    fn what_goes_in_can_be_taken_out(a in large(), hex in 0u16..2_176) {
        let mut set = set::<34>(&a);
        set.insert(HexId(hex));
        prop_assert!(set.contains(HexId(hex)));
        set.remove(HexId(hex));
        prop_assert!(!set.contains(HexId(hex)));
        let mut left = a;
        left.remove(&hex);
        prop_assert_eq!(numbers(set), left);
    }
}

#[test]
fn there_is_room_for_so_many_and_it_says_so() {
    assert_eq!((Small::MOST, Large::MOST), (320, 2_176));
    assert_eq!(Small::all().len(), 320);
    assert!(Small::all().contains(HexId(319)));
    assert_eq!(format!("{:?}", set::<5>(&BTreeSet::from([3, 70]))), "{3, 70}");
}
