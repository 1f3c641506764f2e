//! Summaries to draw: one shaped like the learning scenario, and degenerate variants of it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use engine::{
    BySide, ChartForm, Coord, Feature, Hex, HexId, Hue, LevelBand, MapBuilder, Measure,
    MeasureChart, Numbering, Origin, Provenance, Ruling, Series, Side, TerrainId, Topic,
};
use study::{
    Band, Bin, CombatStudy, Counted, Decisive, DropStudy, Estimate, FormationSummary, Ground,
    GroundStudy, HistoricalNumber, HistoryStudy, LandingPlace, LeadTurn, LossGroup, LuckGroup,
    LuckPart, LuckStudy, Method, Named, OrderStudy, PlaceMean, PlaceShare, PointStudy, Promise,
    PurseStudy, ResultStudy, RunFacts, Share, Spread, Standing, Stands, Summary, SuspenseStudy,
    TableTime, TurnBand, UnitSummary, Watch, ZoneStudy,
};

/// `k` of `n` with its Wilson interval.
pub fn share(k: u64, n: u64) -> Estimate {
    let (z, n_f, p) = (1.96_f64, n as f64, k as f64 / n as f64);
    let scale = 1.0 + z * z / n_f;
    let centre = (p + z * z / (2.0 * n_f)) / scale;
    let half = z * (p * (1.0 - p) / n_f + z * z / (4.0 * n_f * n_f)).sqrt() / scale;
    Estimate {
        value: p,
        low: (centre - half).max(0.0),
        high: (centre + half).min(1.0),
        confidence: 0.95,
        n,
        method: Method::Wilson,
        worlds: None,
    }
}

fn mean(value: f64, half: f64, n: u64) -> Estimate {
    Estimate {
        value,
        low: value - half,
        high: value + half,
        confidence: 0.95,
        n,
        method: Method::StudentT,
        worlds: None,
    }
}

/// Uses in the order of the fixture's points.
fn named<T, const N: usize>(pairs: [(&str, T); N]) -> Named<T> {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// What a shipped game keeps account of, and would have drawn of it.
fn declared() -> &'static (Vec<Measure>, Vec<MeasureChart>) {
    static DECLARED: OnceLock<(Vec<Measure>, Vec<MeasureChart>)> = OnceLock::new();
    DECLARED.get_or_init(|| {
        let home = lab::Home::at(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let (system, name) = lab::find(lab::SHELF, &home, "mercury/descent").unwrap();
        let request = lab::Request { scenario: name.into(), ..lab::Request::default() };
        let table = system.seat(&home, &request).unwrap_or_else(|faults| panic!("{faults}"));
        (table.head().measures.clone(), table.head().charts.clone())
    })
}

fn purse(division: &str, side: Option<Side>, uses: [f64; 3], unspent: f64, n: u64) -> PurseStudy {
    let words = ["activations", "second-actions", "direct-command"];
    let uses = words.into_iter().zip(uses).map(|(name, of)| (name.to_owned(), mean(of, 0.1, n)));
    PurseStudy {
        division: division.to_owned(),
        side,
        uses: uses.collect(),
        unspent: mean(unspent, 0.1, n),
        beside: named([
            ("wasted", mean(unspent + 0.5, 0.1, n)),
            ("dispatch_earned", mean(2.0, 0.1, n)),
            ("dispatch_spent", mean(1.5, 0.1, n)),
        ]),
    }
}

fn part(name: &str, k: u64, n: u64, side: Option<Side>) -> Share {
    let estimate = Estimate { method: Method::Goodman, ..share(k, n) };
    Share { name: name.to_owned(), count: k, share: estimate, side }
}

/// A bell-shaped distribution of whole numbers around `centre`.
fn spread(centre: f64, width: f64, from: i32, to: i32, n: u64) -> Spread {
    let weight = |v: i32| (-((f64::from(v) - centre) / width).powi(2) / 2.0).exp();
    let total: f64 = (from..=to).map(weight).sum();
    let histogram: Vec<Bin> = (from..=to)
        .map(|v| Bin {
            from: f64::from(v),
            to: f64::from(v) + 1.0,
            count: (weight(v) / total * n as f64).round() as u64,
        })
        .collect();
    let at = |z: f64| (centre + z * width).round().clamp(f64::from(from), f64::from(to));
    Spread {
        mean: mean(centre, width * 1.96 / (n as f64).sqrt(), n),
        min: f64::from(from),
        quantiles: [at(-1.645), at(-0.674), at(0.0), at(0.674), at(1.645)],
        max: f64::from(to),
        median: Estimate {
            value: at(0.0),
            low: at(-0.05),
            high: at(0.05),
            confidence: 0.95,
            n,
            method: Method::OrderStatistics,
            worlds: None,
        },
        histogram,
    }
}

fn band(centre: f64, width: f64) -> Band {
    [-1.645, -0.674, 0.0, 0.674, 1.645].map(|z| (centre + z * width).max(0.0).round())
}

/// Games by a count: least, most, games.
fn groups<const N: usize>(of: [(u64, u64, u64); N]) -> Vec<LossGroup> {
    of.map(|(from, to, games)| LossGroup {
        from,
        to,
        games,
        wins: BySide {
            german: share(games * 2 / from.max(4), games),
            allied: share(games / 4, games),
        },
        draws: share(games / 10, games),
    })
    .to_vec()
}

const TURNS: [&str; 5] =
    ["24 May 0900", "24 May 1100", "24 May 1300", "24 May 1500", "24 May 1700"];

fn turn(i: usize, n: u64) -> TurnBand {
    let t = i as f64 + 1.0;
    let won = [0, 21, 148, 317, 431][i] * n / 1000;
    TurnBand {
        turn: i as u16 + 1,
        name: TURNS[i].to_owned(),
        playing: n - won,
        steps_lost: BySide { german: band(t * 1.1, t * 0.5), allied: band(t * 2.4, 0.6 + t * 0.6) },
        steps: BySide { german: band(12.0 - t, t * 0.5), allied: band(21.0 - t * 2.2, t * 0.6) },
        control: BySide { german: band(t * 0.35, 0.6), allied: band(3.0 - t * 0.35, 0.6) },
        german_control: share(won, n),
        shown: named([("airfields", None), ("ports", None)]),
        points: BySide { german: band(6.0 - t * 0.4, 1.2), allied: band(4.0 - t * 0.6, 0.9) },
        points_earned: BySide { german: band(3.0, 0.8), allied: band(2.0, 0.4) },
        points_spent: BySide { german: band(3.4, 1.0), allied: band(2.2, 0.5) },
        advantage: [-900.0 + t * 60.0, -500.0 + t * 90.0, -260.0 + t * 80.0, t * 110.0, t * 190.0],
        decided: share(won, n),
    }
}

/// A lead that grows with the turns and is worth more in later turns; the Germans lead in few games at first.
fn suspense(names: &[String], n: u64) -> SuspenseStudy {
    let last = names.len().max(2) as f64 - 1.0;
    let lead = |(i, name): (usize, &String)| {
        let part = i as f64 / last;
        let games = n - n * i as u64 / (2 * names.len() as u64);
        let led = BySide { german: games * (1 + i as u64 % 40) / 80, allied: games / 2 };
        let won = |led: u64, worth: f64| (led > 0).then(|| share((led as f64 * worth) as u64, led));
        let standing = |k: i32| Standing {
            from: -600 + 200 * k,
            to: -400 + 200 * k,
            games: games / 5,
            wins: BySide {
                german: share(games / 5 * k as u64 / 5, games / 5),
                allied: share(games / 5 * (4 - k as u64) / 5, games / 5),
            },
            draws: share(games / 25, games / 5),
        };
        let open = Estimate { method: Method::Delta, ..mean(1.2 - part, 0.05, n) };
        LeadTurn {
            turn: i as u16 + 1,
            name: name.clone(),
            games,
            leads: led.map(|led| Some(share(led, games))),
            wins: BySide {
                german: won(led.german, 0.45 + part / 2.0),
                allied: won(led.allied, 0.6 + part / 3.0),
            },
            leader_wins: won(led.german + led.allied, 0.55 + part * 0.4),
            open,
            standings: (0..5).map(standing).filter(|standing| standing.games > 0).collect(),
        }
    };
    let turns: Vec<LeadTurn> = names.iter().enumerate().map(lead).collect();
    SuspenseStudy {
        fitted: None,
        lead_changes: spread(1.4, 1.1, 0, 6, n),
        drama: Some(mean(0.18, 0.01, n)),
        comebacks: Some(share(n / 7, n / 2)),
        comebacks_of: BySide { german: Some(share(n / 10, n / 3)), allied: None },
        runaway: Some(Estimate { method: Method::FisherZ, ..mean(0.62, 0.04, n) }),
        open: turns[0].open,
        decisive: Decisive { turn: Some(4), earliest: Some(3), latest: None },
        turns,
    }
}

/// Dice that explain a third of the margin.
fn luck(n: u64) -> LuckStudy {
    let explained = |value: f64| Estimate { method: Method::Bootstrap, ..mean(value, 0.04, n) };
    let adjusted = |estimate| Estimate { method: Method::ControlVariates, ..estimate };
    let part = |side: Side, kind: &str, value: f64| LuckPart {
        side,
        column: format!("{}_luck_{kind}", side.word()),
        mean: mean(0.02, 0.05, n),
        worth: if side == Side::German { 0.4 } else { -0.3 },
        share: Some(explained(value)),
    };
    LuckStudy {
        share: explained(0.34),
        share_of: BySide { german: Some(explained(0.21)), allied: Some(explained(0.12)) },
        parts: vec![
            part(Side::German, "fights", 0.15),
            part(Side::German, "checks", 0.05),
            part(Side::German, "drop_steps", 0.08),
            part(Side::Allied, "fights", 0.1),
            LuckPart { share: None, ..part(Side::Allied, "checks", 0.0) },
        ],
        margin: adjusted(mean(-0.7, 0.1, n)),
        wins: BySide {
            german: adjusted(mean(0.44, 0.02, n)),
            allied: adjusted(mean(0.55, 0.02, n)),
        },
        groups: (0..10)
            .map(|i| {
                let luck = f64::from(i) * 0.8 - 3.6;
                let (games, won) = (n / 10, n / 200 * (2 + i as u64));
                LuckGroup {
                    from: luck - 0.4,
                    to: luck + 0.4,
                    luck,
                    games,
                    margin: [-4.0, -2.0, -1.0, 1.0, 3.0].map(|margin| margin + luck.round()),
                    wins: BySide { german: share(won, games), allied: share(games - won, games) },
                }
            })
            .collect(),
    }
}

fn unit(id: &str, name: &str, side: Side, formation: &str, lost: u64, n: u64) -> UnitSummary {
    let causes = if lost == 0 {
        Vec::new()
    } else {
        vec![("fire".to_owned(), lost - lost / 3), ("assault".to_owned(), lost / 3)]
    };
    UnitSummary {
        id: id.to_owned(),
        name: name.to_owned(),
        side,
        formation: formation.to_owned(),
        steps: 2,
        eliminated: share(lost, n),
        steps_lost: mean(lost as f64 / n as f64 * 2.0, 0.05, n),
        causes,
    }
}

fn formation(name: &str, side: Side, steps: u32, lost: f64, n: u64) -> FormationSummary {
    FormationSummary {
        name: name.to_owned(),
        division: "5GD".to_owned(),
        side,
        units: steps.div_ceil(2),
        steps,
        steps_lost: mean(lost, 0.05, n),
    }
}

fn counted(name: &str, german: f64, allied: f64, n: u64) -> Counted {
    let per_game = BySide { german: mean(german, 0.08, n), allied: mean(allied, 0.06, n) };
    Counted { name: name.to_owned(), per_game }
}

fn promise(expected: f64, observed: Estimate) -> Promise {
    let excess = mean(observed.value - expected, (observed.high - observed.low) / 2.0, observed.n);
    Promise { expected: mean(expected, 0.001, observed.n), observed, excess }
}

/// Roughly a thousand games of the learning scenario.
pub fn kastelli() -> Summary {
    let n = 1000;
    let reconstructed = |file: &str, what: &str, origin, count| Provenance {
        file: file.to_owned(),
        what: what.to_owned(),
        origin,
        count,
    };
    let ruling = |id: &str, value: &str, default: &str, meaning: &str| Ruling {
        id: id.to_owned(),
        value: value.to_owned(),
        default: default.to_owned(),
        values: vec!["yes".to_owned(), "no".to_owned()],
        meaning: meaning.to_owned(),
    };
    let (g, a) = (Side::German, Side::Allied);
    Summary {
        schema: 1,
        worlds: None,
        influence: None,
        facts: Vec::new(),
        run: RunFacts {
            scenario: "mercury/kastelli".to_owned(),
            title: "Storming the Kastelli".to_owned(),
            facts: [
                ("Length", "5 turns, 24 May 0900 to 24 May 1700"),
                ("Germans", "3 pioneer companies, 1 anti-tank company from 1100, Major Schaette"),
                ("Allies", "6 Greek companies, the Kastelli police, Major Bedding"),
                ("Victory", "The Germans win by controlling both hexes of Kastelli at the end of any turn"),
            ]
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .to_vec(),
            strategies: BySide { german: "default".to_owned(), allied: "default".to_owned() },
            intents: BySide {
                german: "takes the port by the coast road, air strikes first".to_owned(),
                allied: "holds the town and the road hexes, counterattacks only when strong".to_owned(),
            },
            doctrines: None,
            drops: String::new(),
            setup: Vec::new(),
            games: n,
            detailed: n,
            seed: 0,
            set: vec![("rulings.U-7".to_owned(), "no".to_owned())],
            copied: 0,
            rulings: vec![
                ruling("A-3", "yes", "yes", "Whether a suppressed unit may take opportunity fire."),
                ruling("U-7", "no", "yes", "Whether an assault ends when the defender is alone in its hex."),
                ruling("U-11", "one-point", "one-point", "What an activation of a single unit costs."),
            ],
            provenance: vec![
                reconstructed("maps/kastelli", "hexes", Origin::Reconstructed, 117),
                reconstructed("maps/kastelli", "hexes", Origin::Geography, 31),
                reconstructed("maps/kastelli", "hexes", Origin::Text, 2),
                reconstructed("counters", "unit ratings", Origin::Text, 39),
                reconstructed("counters", "unit ratings", Origin::Reconstructed, 26),
                reconstructed("tables/combat", "cells", Origin::Public, 130),
                reconstructed("kastelli", "set-up", Origin::Text, 17),
            ],
            hashes: BTreeMap::from([
                ("rules".to_owned(), "3f6c21a94d0be7758c1e".to_owned()),
                ("scenario".to_owned(), "a812cc0934efb1107d55".to_owned()),
                ("strategies".to_owned(), "09dd74e1b25f8a6630ce".to_owned()),
            ]),
            version: "0.1.0".to_owned(),
            command: "dropzone run mercury/kastelli --games 1000 --seed 0 --german default --allied default --set rulings.U-7=no".to_owned(),
            turn_names: TURNS.map(str::to_owned).to_vec(),
        },
        verdict: "The Allies win more often: 56.9% of 1,000 games (95% interval 53.8–59.9%). The Germans win 43.1% (40.1–46.2%), most often by taking the port of Kastelli before the last turn.".to_owned(),
        wins: BySide { german: share(431, n), allied: share(569, n) },
        draws: share(0, n),
        score: BySide { german: mean(0.431, 0.031, n), allied: mean(0.569, 0.031, n) },
        cut_off: share(0, n),
        levels: vec![
            part("German victory: port and town", 431, n, Some(g)),
            part("Allied victory: port or town held", 569, n, Some(a)),
        ],
        clauses: vec![
            part("last turn played without German control of Kastelli", 569, n, Some(a)),
            part("both hexes of Kastelli under German control", 431, n, Some(g)),
        ],
        end_reasons: vec![part("last turn played", 683, n, None), part("port taken", 317, n, None)],
        end_turns: TURNS
            .iter()
            .zip([0, 21, 127, 169, 683])
            .map(|(name, k)| part(name, k, n, None))
            .collect(),
        margin: spread(-0.8, 3.2, -9, 8, n),
        steps_lost: BySide { german: spread(5.4, 2.1, 0, 12, n), allied: spread(11.6, 2.9, 2, 20, n) },
        counted: named([("greek_steps_lost", Some(spread(11.0, 2.8, 2, 18, n)))]),
        near: named([("steps", None), ("hexes", Some(spread(3.0, 2.0, 0, 9, n)))]),
        decisions: spread(212.0, 31.0, 120, 179, n),
        table_time: TableTime {
            activations: spread(18.0, 1.0, 14, 20, n),
            rolls: spread(150.0, 20.0, 100, 200, n),
        },
        order: vec![OrderStudy {
            column: "german_first_turns".to_owned(),
            groups: groups([(0, 1, 300), (2, 2, 400), (3, 5, 300)]),
        }],
        turns: (0..5).map(|i| turn(i, n)).collect(),
        suspense: Some(suspense(&TURNS.map(str::to_owned), n)),
        luck: None,
        units: vec![
            unit("gebpi95-1", "1./Geb.Pi. 95", g, "Geb.Pi. 95", 212, n),
            unit("gebpi95-2", "2./Geb.Pi. 95", g, "Geb.Pi. 95", 305, n),
            unit("gebpi95-3", "3./Geb.Pi. 95", g, "Geb.Pi. 95", 274, n),
            unit("gebpzj95-1", "1./Geb.Pz.Jäg. 95", g, "Geb.Pz.Jäg. 95", 61, n),
            unit("gr-1-a1", "A1, 1st Greek", a, "1st Greek", 733, n),
            unit("gr-1-a2", "A2, 1st Greek", a, "1st Greek", 702, n),
            unit("gr-1-a3", "A3, 1st Greek", a, "1st Greek", 688, n),
            unit("gr-1-b1", "B1, 1st Greek", a, "1st Greek", 512, n),
            unit("gr-1-b2", "B2, 1st Greek", a, "1st Greek", 498, n),
            unit("gr-1-b3", "B3, 1st Greek", a, "1st Greek", 471, n),
            unit("pol-kastelli", "Kastelli Police", a, "Police", 391, n),
            unit("ldr-schaette", "Major Schaette", g, "Leaders", 0, n),
        ],
        formations: vec![
            formation("Geb.Pi. 95", g, 6, 2.6, n),
            formation("Geb.Pz.Jäg. 95", g, 2, 0.3, n),
            formation("1st Greek", a, 12, 8.9, n),
            formation("Police", a, 1, 0.4, n),
        ],
        points: Some(PointStudy {
            earned: BySide { german: mean(21.0, 0.3, n), allied: mean(14.0, 0.2, n) },
            uses: [("activations", 9.0, 6.5), ("second-actions", 5.0, 2.5), ("direct-command", 3.0, 4.0)]
                .map(|(name, german, allied)| counted(name, german, allied, n))
                .to_vec(),
            unspent: BySide { german: mean(4.0, 0.2, n), allied: mean(1.0, 0.1, n) },
        }),
        purses: vec![
            purse("5GD", Some(g), [9.0, 5.0, 3.0], 4.0, n),
            purse("2NZ", Some(a), [6.5, 2.5, 4.0], 1.0, n),
            purse("CREFOR", Some(a), [0.0; 3], 0.0, n),
        ],
        events: Vec::new(),
        drops: None,
        places: None,
        ground: None,
        measures: declared().0.clone(),
        charts: declared().1.clone(),
        combats: Vec::new(),
        history: Some(HistoryStudy {
            told: "The port fell on the afternoon of the first day.".to_owned(),
            origin: Origin::Public,
            source: "An official history".to_owned(),
            winner: Some(("german".to_owned(), share(530, n))),
            numbers: vec![HistoricalNumber {
                column: "end_turn".to_owned(),
                value: 4,
                below: share(300, n),
                same: share(250, n),
                above: share(440, n),
                none: share(10, n),
            }],
        }),
        plans: Vec::new(),
        mistakes: BTreeMap::from([
            (
                "good shots declined".to_owned(),
                BySide { german: mean(0.42, 0.05, n), allied: mean(0.61, 0.06, n) },
            ),
            (
                "units left idle".to_owned(),
                BySide { german: mean(1.3, 0.1, n), allied: mean(2.8, 0.2, n) },
            ),
        ]),
        watch: [("closest", 417), ("fastest German win", 88), ("most typical", 902)]
            .map(|(why, game)| Watch {
                why: why.to_owned(),
                game,
                command: format!("dropzone replay reports/kastelli --game {game}"),
                page: (game < 100).then(|| Watch::page_of(game)),
            })
            .to_vec(),
        warnings: Vec::new(),
    }
}

/// Fourteen columns of twelve hexes with a coast and two named places.
fn ground() -> Ground {
    let terrains = ["sea", "clear", "olive", "town"].map(str::to_owned).to_vec();
    let mut builder = MapBuilder::new(Numbering::COLUMN_ROW_EVEN_LOW, terrains);
    let sheet = builder.sheet("maleme", "maleme");
    for column in 1..=14 {
        for row in 1..=12 {
            let place = |name: &str| vec![Feature { kind: "town".into(), name: name.into() }];
            let (terrain, features) = match (column, row) {
                (_, 1) => (0, Vec::new()),
                (4, 5) => (3, place("Maleme & Tavronitis")),
                (9, 8) => (3, place("Galatas")),
                _ => (1 + ((column + row) % 2) as u8, Vec::new()),
            };
            let bare = Hex::bare(Coord { column, row }, sheet, TerrainId(terrain));
            builder.hex(Hex { features, ..bare });
        }
    }
    Ground { map: builder.finish(), objectives: vec![HexId(40), HexId(41)] }
}

/// Combat round the objectives.
fn places(n: u64) -> GroundStudy {
    let map = ground().map;
    let label = |hex| map.label(HexId(hex));
    let means = |hexes: &[u16], top: f64| -> Vec<PlaceMean> {
        let place = |(i, &hex): (usize, &u16)| {
            let value = top / (i + 1) as f64;
            PlaceMean { hex: HexId(hex), label: label(hex), mean: mean(value, value / 20.0, n) }
        };
        hexes.iter().enumerate().map(place).collect()
    };
    let hexes = [40, 41, 52, 53, 28, 64, 90, 101];
    let landing = |(i, &hex): (usize, &u16)| LandingPlace {
        hex: HexId(hex),
        label: label(hex),
        landed: mean(1.0 - 0.05 * i as f64, 0.02, n),
        lost: mean(0.1 * i as f64, 0.01, n),
    };
    let stands = |turn: u16| Stands {
        turn,
        name: format!("21 May 1941, {turn}00 hours"),
        places: hexes
            .iter()
            .map(|&hex| PlaceShare {
                hex: HexId(hex),
                label: label(hex),
                share: BySide {
                    german: share(n / 20 * u64::from(turn), n),
                    allied: share(n / 20 * u64::from(hex % 18), n),
                },
            })
            .collect(),
    };
    GroundStudy {
        losses: BySide { german: means(&hexes, 1.4), allied: means(&hexes[2..], 0.6) },
        attacks: BySide { german: means(&hexes, 6.0), allied: means(&hexes[1..], 4.0) },
        landings: hexes.iter().enumerate().map(landing).collect(),
        stands: [4, 8, 12, 15].map(stands).to_vec(),
        control: [4, 8, 12, 15].map(stands).to_vec(),
    }
}

/// A campaign-like run: drops, draws, five levels, turns kept for some games only, warnings.
pub fn descent() -> Summary {
    let n = 20_000;
    let mut s = kastelli();
    "mercury/descent".clone_into(&mut s.run.scenario);
    "Descent on Maleme and Canea".clone_into(&mut s.run.title);
    "historical".clone_into(&mut s.run.drops);
    s.run.games = n;
    s.run.detailed = 1000;
    s.run.set.clear();
    "Nobody is favoured: the Germans win 47.0% of 20,000 games (95% interval 46.3–47.7%), the Allies 46.2%. Half of all games end in a marginal victory or a draw.".clone_into(&mut s.verdict);
    s.wins = BySide { german: share(9400, n), allied: share(9240, n) };
    s.draws = share(1360, n);
    s.cut_off = share(3, n);
    s.levels = vec![
        part("German decisive victory", 2100, n, Some(Side::German)),
        part("German substantial victory", 3000, n, Some(Side::German)),
        part("German marginal victory", 4300, n, Some(Side::German)),
        part("Draw", 1360, n, None),
        part("Allied marginal victory", 4000, n, Some(Side::Allied)),
        part("Allied substantial victory", 3340, n, Some(Side::Allied)),
        part("Allied decisive victory", 1900, n, Some(Side::Allied)),
    ];
    // The longest calendar and the largest order of battle there are, near enough.
    s.turns = (0..79)
        .map(|i| TurnBand {
            turn: i as u16 + 1,
            name: format!("{} May {:02}00", 20 + i / 8, 7 + 2 * (i % 8)),
            ..turn(i * 5 / 79, n)
        })
        .collect();
    s.end_turns = s.turns.iter().map(|t| part(&t.name, n / 79, n, None)).collect();
    let names: Vec<String> = s.turns.iter().map(|t| t.name.clone()).collect();
    (s.suspense, s.luck) = (Some(suspense(&names, n)), Some(luck(n)));
    for (i, turn) in s.turns.iter_mut().enumerate() {
        turn.shown = named([
            ("airfields", Some(band(i as f64 / 26.0, 0.5))),
            ("ports", Some(band(i as f64 / 40.0, 0.4))),
        ]);
    }
    s.units = (0..300)
        .map(|i| {
            let side = if i % 2 == 0 { Side::German } else { Side::Allied };
            unit(&format!("unit-{i}"), &format!("{i}./FJR 1"), side, "FJR 1", 7 * i % n, n)
        })
        .collect();
    s.formations = (0..30)
        .map(|i| {
            let side = if i < 15 { Side::German } else { Side::Allied };
            formation(&format!("Formation {i}"), side, 20, f64::from(i) / 2.0, n)
        })
        .collect();
    s.near = named([
        ("steps", Some(spread(5.0, 3.0, 0, 13, n))),
        ("hexes", Some(spread(3.0, 2.0, 0, 9, n))),
    ]);
    let fire = |kind: &str, row: &str, expected, k| CombatStudy {
        kind: kind.to_owned(),
        row: row.to_owned(),
        dice: 90_000,
        effect: promise(expected, share(k, 90_000)),
        own: None,
    };
    s.combats = vec![
        fire("opportunity fire", "pink", 0.3, 27_100),
        fire("check", "bravery", 0.7, 62_800),
        CombatStudy {
            own: Some(promise(1.1, mean(1.12, 0.02, 90_000))),
            effect: promise(1.8, mean(1.79, 0.02, 90_000)),
            ..fire("combat", "2:1", 0.5, 45_000)
        },
    ];
    s.events = vec![
        counted("air", 0.6, 0.4, n),
        counted("command-confusion", 0.3, 0.2, n),
        Counted {
            name: "no-event".to_owned(),
            per_game: BySide { german: mean(0.0, 0.0, n), allied: mean(0.9, 0.1, n) },
        },
    ];
    s.drops = Some(DropStudy {
        cast: 650_000,
        promises: [
            ("no effect", 0.615, 401_000),
            ("delayed", 0.231, 150_000),
            ("eliminated", 0.01, 6_400),
        ]
        .map(|(name, expected, k)| ResultStudy {
            result: name.to_owned(),
            share: promise(expected, share(k, 650_000)),
        })
        .to_vec(),
        promised_tolls: named([("promised_markers", Some(promise(1.3, mean(1.31, 0.01, n))))]),
        promised_losses: Some(promise(0.3, mean(0.31, 0.01, n))),
        by_losses: groups([(1, 8, 9_000), (9, 9, 2_000), (10, 24, 9_000)]),
        results: [
            ("no effect", 401_000),
            ("delayed", 150_000),
            ("scattered", 62_000),
            ("step loss", 31_000),
            ("eliminated", 6_400),
        ]
        .map(|(name, k)| part(name, k, 650_400, None))
        .to_vec(),
        units: 650_400,
        steps_lost: spread(9.0, 3.0, 1, 24, n),
        tolls: named([("markers", spread(11.0, 3.0, 2, 26, n))]),
        zones: ["Maleme airfield", "Tavronitis riverbed", "Prison valley", "Galatas heights"]
            .iter()
            .zip([900, 2400, 1400, 1700])
            .map(|(zone, k)| ZoneStudy {
                zone: (*zone).to_owned(),
                units: 160_000,
                eliminated: share(k, 160_000),
                steps_lost: mean(0.3, 0.01, 160_000),
                modifier: mean(1.2, 0.02, 160_000),
                promised_losses: Some(promise(0.29, mean(0.3, 0.01, 160_000))),
            })
            .collect(),
    });
    (s.ground, s.places) = (Some(ground()), Some(places(n)));
    s.warnings = vec![
        "3 games were stopped at the bound on decisions; they count as draws.".to_owned(),
        "Both sides play the same strategy, and the German share is off 50%.".to_owned(),
    ];
    s
}

/// A battle that the level of a withdrawal decides.
pub fn campaign() -> Summary {
    let mut summary = kastelli();
    let n = summary.run.games;
    let allied = |measure: &'static str, name: &'static str| Series {
        measure: measure.into(),
        key: measure.into(),
        name: name.into(),
        hue: Hue::Of(Side::Allied),
    };
    let chart = |id: &'static str, form, series, bands| MeasureChart {
        id: id.into(),
        title: id.into(),
        caption: "Units that get away in a game".into(),
        axis: "Away (units)".into(),
        unit: "units".into(),
        form,
        topic: Topic::Ends,
        series,
        bands,
    };
    let band = |level: &'static str, to| LevelBand { level: level.into(), to };
    let (marginal, substantial) = ("Marginal German victory", "Substantial Allied victory");
    summary.levels = vec![
        part(marginal, n / 2, n, Some(Side::German)),
        part("Draw", n / 10, n, None),
        part(substantial, n * 2 / 5, n, Some(Side::Allied)),
    ];
    summary.charts = vec![
        chart(
            "withdrawal-level",
            ChartForm::Histogram,
            vec![allied("withdrawal_level", "Withdrawal level")],
            vec![band(marginal, Some(4)), band("Draw", Some(5)), band(substantial, None)],
        ),
        chart(
            "withdrawn-by-way",
            ChartForm::Bars,
            vec![
                allied("withdrawn_by_Suda", "Suda"),
                allied("withdrawn_by_Sfakia", "Sfakia"),
                allied("withdrawn_by_Heraklion", "Heraklion"),
            ],
            Vec::new(),
        ),
    ];
    let nobody = Spread { mean: mean(0.0, 0.0, n), max: 0.0, ..spread(0.0, 1.0, 0, 0, n) };
    summary.counted = named([
        ("withdrawal_level", Some(spread(5.0, 2.0, 0, 9, n))),
        ("withdrawn_by_Suda", Some(spread(3.0, 1.0, 0, 6, n))),
        ("withdrawn_by_Sfakia", Some(spread(1.0, 1.0, 0, 4, n))),
        ("withdrawn_by_Heraklion", Some(nobody)),
    ]);
    summary
}

/// One game, won by the Germans: every interval at its widest, every spread a single value.
pub fn one_game() -> Summary {
    let mut s = kastelli();
    let single = |v: f64| Spread {
        mean: Estimate { n: 1, ..mean(v, f64::INFINITY, 1) },
        min: v,
        quantiles: [v; 5],
        max: v,
        median: Estimate { method: Method::OrderStatistics, ..mean(v, 0.0, 1) },
        histogram: vec![Bin { from: v, to: v + 1.0, count: 1 }],
    };
    s.run.games = 1;
    s.run.detailed = 1;
    "The Germans win the only game.".clone_into(&mut s.verdict);
    s.wins = BySide { german: share(1, 1), allied: share(0, 1) };
    s.draws = share(0, 1);
    s.score = BySide { german: mean(1.0, f64::NAN, 1), allied: mean(0.0, f64::NAN, 1) };
    s.levels = vec![part("German victory", 1, 1, Some(Side::German))];
    s.clauses = vec![part("port taken", 1, 1, Some(Side::German))];
    s.end_reasons = vec![part("port taken", 1, 1, None)];
    s.end_turns = vec![part("24 May 0900", 1, 1, None)];
    s.margin = single(0.0);
    s.steps_lost = BySide { german: single(0.0), allied: single(3.0) };
    s.counted = named([("greek_steps_lost", Some(single(3.0)))]);
    s.near = named([("steps", None), ("hexes", Some(single(0.0)))]);
    s.table_time = TableTime { activations: single(6.0), rolls: single(30.0) };
    s.order.truncate(1);
    s.order[0].groups = groups([(1, 1, 1)]);
    s.history = None;
    s.decisions = single(40.0);
    s.turns.truncate(1);
    s.turns[0].decided = share(1, 1);
    s.turns[0].german_control = share(1, 1);
    s.suspense = Some(SuspenseStudy {
        lead_changes: single(0.0),
        drama: None,
        comebacks: None,
        runaway: None,
        decisive: Decisive { turn: None, earliest: None, latest: None },
        ..suspense(&[s.turns[0].name.clone()], 1)
    });
    s.units.truncate(1);
    s.formations =
        vec![FormationSummary { steps_lost: mean(0.0, f64::NAN, 1), ..s.formations[0].clone() }];
    s.points = s.points.map(|points| PointStudy {
        unspent: points.unspent.map(|_| mean(2.0, f64::NAN, 1)),
        ..points
    });
    s.mistakes.clear();
    s.watch.clear();
    s.warnings = vec!["One game says nothing about balance.".to_owned()];
    s
}

/// Nothing but wins: no draw, no loss, no variance.
pub fn all_german() -> Summary {
    let mut s = kastelli();
    s.wins = BySide { german: share(1000, 1000), allied: share(0, 1000) };
    s.levels[0] = part("German victory", 1000, 1000, Some(Side::German));
    s.levels[1] = part("Allied victory", 0, 1000, Some(Side::Allied));
    s
}

/// A summary with nothing in its lists.
pub fn bare() -> Summary {
    let mut s = one_game();
    s.levels.clear();
    s.clauses.clear();
    s.end_reasons.clear();
    s.end_turns.clear();
    s.turns.clear();
    s.suspense = None;
    s.units.clear();
    s.formations.clear();
    s.points = None;
    s.purses.clear();
    s.order.clear();
    s.near = named([("steps", None), ("hexes", None)]);
    s.counted = named([("greek_steps_lost", None)]);
    s.run.provenance.clear();
    s.run.rulings.clear();
    s.run.facts.clear();
    s.run.hashes.clear();
    s
}

/// A name that a hostile scenario or strategy file might contain.
pub const HOSTILE: &str = "<script>alert('x')</script>&\"|`\u{1}";

/// The learning scenario with hostile names everywhere a file can put one.
pub fn hostile() -> Summary {
    let mut s = descent();
    let evil = || HOSTILE.to_owned();
    s.run.title = evil();
    s.run.scenario = evil();
    s.run.drops = evil();
    s.run.strategies = BySide { german: evil(), allied: evil() };
    s.run.intents = BySide { german: evil(), allied: evil() };
    s.run.command = evil();
    s.run.version = evil();
    s.run.facts = vec![(evil(), evil())];
    s.run.set = vec![(evil(), evil())];
    s.run.hashes = BTreeMap::from([(evil(), evil())]);
    s.verdict = evil();
    s.warnings = vec![evil()];
    for share in
        s.levels.iter_mut().chain(&mut s.clauses).chain(&mut s.end_reasons).chain(&mut s.end_turns)
    {
        share.name = evil();
    }
    for turn in &mut s.turns {
        turn.name = evil();
    }
    for unit in &mut s.units {
        unit.name = evil();
        unit.id = evil();
        unit.formation = evil();
        unit.causes = vec![(evil(), 1)];
    }
    for ruling in &mut s.run.rulings {
        ruling.id = evil();
        ruling.value = evil();
        ruling.values = vec![evil()];
        ruling.meaning = evil();
    }
    for file in &mut s.run.provenance {
        file.file = evil();
        file.what = evil();
    }
    for game in &mut s.watch {
        game.why = evil();
        game.command = evil();
    }
    for formation in &mut s.formations {
        formation.name = evil();
        formation.division = evil();
    }
    for purse in &mut s.purses {
        purse.division = evil();
        purse.uses.iter_mut().for_each(|(name, _)| *name = evil());
    }
    let uses = s.points.iter_mut().flat_map(|points| &mut points.uses);
    uses.chain(&mut s.events).for_each(|counted| counted.name = evil());
    if let Some(drops) = &mut s.drops {
        for result in &mut drops.promises {
            result.result = evil();
        }
        for result in &mut drops.results {
            result.name = evil();
        }
        for zone in &mut drops.zones {
            zone.zone = evil();
        }
    }
    s.mistakes = BTreeMap::from([(evil(), s.mistakes["units left idle"])]);
    s
}
