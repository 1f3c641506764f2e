//! The soundness rules: every row of the tables in `docs/soundness.md` has its case here, and every case its row.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use lab::{Complaint, Home, Request, SHELF};

/// What is done to a file.
enum Blow {
    /// The first occurrence of a text is replaced.
    Swap(&'static str, &'static str),
    /// The line with this beginning is left out.
    Drop(&'static str),
    /// The line with this beginning is duplicated.
    Twice(&'static str),
    /// A cell of a CSV file: what the first column of its row says, the column, the new value.
    Cell(&'static str, &'static str, &'static str),
    /// Text is added at the end, this number of times.
    More(&'static str, usize),
    /// The file is emptied.
    Empty,
}

use Blow::{Cell, Drop, Empty, More, Swap, Twice};

/// Id of the rule, scenario, file, the change, and the key that is blamed.
type Case = (&'static str, &'static str, &'static str, Blow, &'static str);

const CALENDAR: &str = "mercury/calendar.toml";
const KASTELLI: &str = "mercury/kastelli.toml";
const PILING_ON: &str = "mercury/piling-on.toml";
const JUMP: &str = "mercury/jump-die-repeat.toml";
const GALA: &str = "mercury/gala.toml";
const SNAFU: &str = "mercury/snafu.toml";
const MAP: &str = "mercury/maps/kastelli.csv";
const TERRAIN: &str = "mercury/terrain.toml";
const MODIFIERS: &str = "mercury/tables/modifiers.toml";
const QUALITY: &str = "mercury/tables/quality.toml";
const COMBAT: &str = "mercury/tables/combat-unarmoured.toml";
const DROP: &str = "mercury/tables/drop-base.toml";
const LANDING: &str = "mercury/tables/airlanding-base.toml";
const EVENTS: &str = "mercury/tables/events.toml";
const COUNTERS: &str = "mercury/counters.csv";
const LEADERS: &str = "mercury/leaders.csv";
const RACE: &str = "race/mercury.toml";
const RACE_MAP: &str = "race/maps/mercury.csv";
const RACE_UNITS: &str = "race/counters/mercury.csv";

const HOLLAND: &str = "fallschirmjaeger/moerdijk.toml";
const HOLLAND_AIR: &str = "fallschirmjaeger/tables/air.toml";

fn cases() -> Vec<Case> {
    let k = "mercury/kastelli";
    let s = "mercury/snafu";
    let r = "race/mercury";
    let f = "fallschirmjaeger/moerdijk";
    vec![
        ("m-night", k, CALENDAR, Swap("[\"Night\"]", "[\"Nacht\"]"), "night.0"),
        ("m-no-night", k, CALENDAR, Swap("[\"Night\"]", "[]"), "night"),
        (
            "m-all-night",
            k,
            CALENDAR,
            Swap(
                "night = [\"Night\"]",
                "night = [\"0700\", \"0900\", \"1100\", \"1300\", \"1500\", \"1700\", \"1900\", \"Night\"]",
            ),
            "night",
        ),
        (
            "m-option",
            k,
            KASTELLI,
            More("\n[rulings]\nnaval_support = \"on\"\n", 1),
            "rulings.naval_support",
        ),
        (
            "m-option",
            k,
            KASTELLI,
            More("\n[rulings]\nsmall_maps = \"on\"\n", 1),
            "rulings.small_maps",
        ),
        (
            "m-option",
            k,
            KASTELLI,
            More("\n[rulings]\ncoastal_artillery = \"on\"\n", 1),
            "rulings.coastal_artillery",
        ),
        (
            "m-naval",
            "mercury/piling-on",
            PILING_ON,
            Swap(
                "[naval]\nboxes = [\"heraklion\"]",
                "[rulings]\nnaval_support = \"on\"\n\n[naval]\nboxes = [\"maleme\"]",
            ),
            "naval.boxes",
        ),
        (
            "m-naval",
            "mercury/piling-on",
            PILING_ON,
            Swap(
                "\"naval-ajax\", \"naval-dido\", \"naval-dd-2\"]\nif_more = [\"naval-dd-3\"]\n",
                "\"naval-dd-1\"]\n\n[rulings]\nnaval_support = \"on\"\n",
            ),
            "naval.arrival.ships",
        ),
        (
            "m-free-drops",
            s,
            SNAFU,
            More(
                "\n[free_drops]\nindependents = []\napart = 2\nbattalion = []\n\
                 wave = [{ turn = \"20 May 1500\", sticks = 1, scatters_from = 6 }]\n",
                1,
            ),
            "free_drops.wave.sticks",
        ),
        (
            "m-unnamed",
            "mercury/free-for-all",
            "mercury/free-for-all.toml",
            Swap("unnamed = [\"fjr3-8\"]", "unnamed = [\"fjr3-9\"]"),
            "free_drops.battalion.unnamed",
        ),
        (
            "m-arrival",
            s,
            SNAFU,
            More("\n[[reinforcement]]\nunits = [\"lay-a-a\"]\nturn = \"20 May 1700\"\n", 1),
            "reinforcement.hex",
        ),
        (
            "m-cup-choice",
            s,
            SNAFU,
            Swap(
                "first_chit = \"FJR 2 division\"",
                "first_chit = \"FJR 2 division\"\nfirst_cup_choice = { count = 2, chits = [\"2/1 Inf (AUS) formation\"] }",
            ),
            "first_cup_choice.count",
        ),
        ("m-turn", k, CALENDAR, Swap("\"1900\"", "\"1700\""), "turns.6"),
        ("m-turn", k, CALENDAR, Swap("\"1900\"", "\"19 00\""), "turns.6"),
        ("m-last", k, KASTELLI, Swap("last = \"24 May 1700\"", "last = \"23 May 1700\""), "last"),
        (
            "m-last",
            "mercury/piling-on",
            PILING_ON,
            Swap("last_alternative = \"25 May 1900\"", "last_alternative = \"25 May 1800\""),
            "last_alternative",
        ),
        (
            "m-last",
            "mercury/piling-on",
            PILING_ON,
            Swap("last_alternative = \"25 May 1900\"", "last_alternative = \"19 May 1900\""),
            "last_alternative",
        ),
        ("m-feature", k, MAP, Swap("port:", "prot:"), "features"),
        ("m-hole", k, MAP, Drop("05.07,"), "hex"),
        ("m-hex-twice", k, MAP, Twice("05.07,"), "hex"),
        ("m-hex-number", k, MAP, Cell("05.07", "hex", "5-07x"), "hex"),
        ("m-road", k, MAP, Cell("06.04", "roads", ""), "roads"),
        ("m-minor-road", k, MAP, Cell("01.02", "roads", "SE NW"), "roads"),
        ("m-hexside", k, MAP, Cell("01.02", "roads", "SE* SE* NW*"), "roads"),
        ("m-slope", k, MAP, Cell("01.04", "elevation", "0"), "slopes"),
        ("m-slope-both", k, MAP, Cell("01.03", "slopes", "S"), "slopes"),
        ("m-height", k, MAP, Cell("01.04", "elevation", "99999"), "elevation"),
        ("m-limits", k, KASTELLI, More("\n[limits]\ncolumns = [9, 3]\n", 1), "limits.columns"),
        ("m-no-hex", k, KASTELLI, More("\n[limits]\ncolumns = [90, 99]\n", 1), "sheets"),
        (
            "m-sheet",
            k,
            KASTELLI,
            Swap("sheets = [\"kastelli\"]", "sheets = [\"kastelli\", \"kastelli\"]"),
            "sheets",
        ),
        (
            "m-terrain-twice",
            k,
            TERRAIN,
            Swap("name = \"orchard\"", "name = \"clear\""),
            "terrain.1.name",
        ),
        ("m-enter", k, TERRAIN, Swap("{ leg = [2, 1]", "{ leg = [2, 1, 1]"), "enter"),
        ("m-enter", k, TERRAIN, Swap("{ leg = [2, 1]", "{ leg = [0, 0]"), "terrain.0.enter.leg"),
        ("m-cover", k, TERRAIN, Swap("fire = 0", "fire = 50"), "terrain.0.fire"),
        ("m-road-cost", k, TERRAIN, Swap("road_halves = 1", "road_halves = 0"), "road_halves"),
        ("m-slope-cost", k, TERRAIN, Swap("slope_factor = 2", "slope_factor = 0"), "slope_factor"),
        ("m-event", s, EVENTS, Swap("id = \"heroic\"", "id = \"air\""), "event.2.id"),
        (
            "m-modifier-twice",
            k,
            MODIFIERS,
            Swap("id = \"column\"", "id = \"step_loss\""),
            "modifier.id",
        ),
        ("m-modifier-unknown", k, QUALITY, Swap("id = \"heroic\"", "id = \"heroik\""), "modifier"),
        (
            "m-modifier-both",
            k,
            MODIFIERS,
            Swap("value = -1", "value = -1\nsteps = [[1, -1]]"),
            "modifier.value",
        ),
        ("m-modifier-size", k, MODIFIERS, Swap("value = -1", "value = -50"), "modifier.value"),
        ("m-table-ends", s, DROP, Swap("\"<=5\", \"6-7\"", "\"5\", \"6-7\""), "columns"),
        ("m-table-ends", s, DROP, Swap("\"12+\"", "\"12\""), "columns"),
        ("m-table-ends", "mercury/kiwis", LANDING, Swap("\"12+\"", "\"12\""), "columns"),
        ("m-table-gap", s, DROP, Swap("\"6-7\", \"8\", ", "\"6-7\", "), "columns"),
        ("m-table-row", s, DROP, Swap("label = \"drop\"", "label = \"dropp\""), "row"),
        ("m-combat-columns", k, COMBAT, Swap("\"8\", \"9\"]", "\"8\"]"), "columns"),
        (
            "m-combat-colour",
            k,
            COMBAT,
            More(
                "\n[[row]]\nlabel = \"pinc\"\ncells = [\"C\", \"C\", \"C\", \"C\", \"C\", \"C\", \"C\", \"C\", \"C\", \"-\"]\n",
                1,
            ),
            "row.9.label",
        ),
        ("m-combat-nine", k, COMBAT, Swap("\"E\", \"-\"]", "\"E\", \"E\"]"), "row.0.cells.9"),
        ("m-steps", k, COUNTERS, Cell("gebpi95-1", "steps", "0"), "steps"),
        ("m-zone", k, COUNTERS, Cell("gebpi95-1", "zone", "9"), "zone"),
        ("m-range", k, COUNTERS, Cell("gebpi95-1", "range", "99"), "range"),
        ("m-kind", k, COUNTERS, Cell("gebpi95-1", "kind", "enginer"), "kind"),
        ("m-formation", k, COUNTERS, Cell("nz-18-a", "formation", "4th NZ Bdee"), "formation"),
        ("m-formation", k, COUNTERS, Cell("nz-18-a", "formation", ""), "formation"),
        ("m-unit-name", k, COUNTERS, Cell("gebpi95-1", "name", ""), "name"),
        ("m-greek", k, COUNTERS, Cell("gebpi95-1", "greek", "yes"), "greek"),
        ("m-back", k, COUNTERS, Cell("llsr-5", "reduced_fire", "9"), "reduced_fire"),
        ("m-back", k, COUNTERS, Cell("llsr-5", "reduced_assault", "-1"), "reduced_assault"),
        ("m-rating", k, COUNTERS, Cell("gebpi95-1", "fire", "12"), "fire_colour"),
        ("m-movement", k, COUNTERS, Cell("gebpi95-1", "movement", "0"), "movement"),
        ("m-unit-twice", k, COUNTERS, Twice("gebpi95-1,"), "id"),
        ("m-unit-side", k, COUNTERS, Cell("gebpi95-1", "side", "allied"), "side"),
        ("m-leader-twice", k, LEADERS, Twice("ldr-schaette,"), "id"),
        ("m-leader-side", k, LEADERS, Cell("ldr-schaette", "side", "allied"), "side"),
        ("m-leader-word", k, LEADERS, Cell("ldr-bedding", "kampfgruppe", "maybe"), "kampfgruppe"),
        ("m-leader-range", k, LEADERS, Cell("ldr-bedding", "range", "200"), "range"),
        (
            "m-leader-with",
            k,
            KASTELLI,
            Swap("with = [\"gebpi95-1\"", "with = [\"gr-1-a1\""),
            "leader.with",
        ),
        (
            "m-leader-block",
            k,
            KASTELLI,
            Swap("id = \"ldr-bedding\"", "id = \"ldr-schaette\""),
            "leader.id",
        ),
        (
            "m-joining-chit",
            "mercury/jump-die-repeat",
            JUMP,
            Swap("chit = \"FJR 2 formation\"\nafter", "chit = \"german event\"\nafter"),
            "joining_chit.chit",
        ),
        (
            "m-confined",
            "mercury/jump-die-repeat",
            JUMP,
            Swap("keep_from = \"kastelli 15.06\"", "keep_from = \"15.06\""),
            "confined.keep_from",
        ),
        (
            "m-gives-way",
            "mercury/jump-die-repeat",
            JUMP,
            Swap(
                "id = \"ldr-campbell\"\n",
                "id = \"ldr-campbell\"\ngives_way_to = \"ldr-campbell\"\n",
            ),
            "leader.gives_way_to",
        ),
        (
            "m-objective-twice",
            k,
            KASTELLI,
            More("\n[[objective]]\nname = \"Again\"\nhex = \"06.04\"\ncontrol = \"german\"\n", 1),
            "objective.hex",
        ),
        (
            "m-sea",
            k,
            KASTELLI,
            Swap("name = \"Port of Kastelli\"\nhex = \"06.04\"", "name = \"Sea\"\nhex = \"01.01\""),
            "objective.hex",
        ),
        ("m-sea", k, KASTELLI, Swap("hex = \"15.06\"", "hex = \"01.01\""), "reinforcement.hex"),
        (
            "m-first-chit",
            k,
            KASTELLI,
            Swap("first_chit = \"german direct command\"", "first_chit = \"german event\""),
            "first_chit",
        ),
        (
            "m-cup",
            k,
            KASTELLI,
            Swap(
                "\"allied direct command\", \"5GD division\", \"2NZ division\"",
                "\"5GD division\"",
            ),
            "cup",
        ),
        (
            "m-chit-twice",
            k,
            KASTELLI,
            Swap("\"allied direct command\", ", "\"5GD division\", "),
            "cup",
        ),
        (
            "m-formation-division",
            s,
            SNAFU,
            Swap(
                "name = \"I./FJR 2\"\ndivision = \"FJR 2\"",
                "name = \"I./FJR 2\"\ndivision = \"19th Bde (AUS)\"",
            ),
            "formation.division",
        ),
        (
            "m-aircraft",
            k,
            KASTELLI,
            Swap("division = \"5GD\"\nstrikes = 2", "division = \"2NZ\"\nstrikes = 2"),
            "air_support.division",
        ),
        ("m-strikes", k, KASTELLI, Swap("strikes = 2", "strikes = 100"), "air_support.0.strikes"),
        ("m-end-turn", k, KASTELLI, Swap("first_chit =", "end_turn = 9\nfirst_chit ="), "end_turn"),
        ("m-history", k, KASTELLI, Swap("ports_end = 1", "ports_end = 99"), "history.ports_end"),
        (
            "m-history-turn",
            k,
            KASTELLI,
            Swap("ports_end = 1", "ports_end = 1\nend_turn = 99"),
            "history.end_turn",
        ),
        (
            "m-twice",
            k,
            KASTELLI,
            Swap("\"10.05\", \"12.05\"", "\"12.05\", \"12.05\""),
            "setup.hexes",
        ),
        (
            "m-twice",
            k,
            KASTELLI,
            Swap("\"10.05\", \"12.05\"", "\"12.05\", \"kastelli 12.05\""),
            "setup.hexes",
        ),
        (
            "m-twice",
            k,
            KASTELLI,
            Swap("with = [\"gebpi95-1\", \"gebpi95-2\"", "with = [\"gebpi95-1\", \"gebpi95-1\""),
            "leader.with",
        ),
        (
            "m-empty-list",
            s,
            SNAFU,
            Swap("zone = [\"17.15\", \"19.15\"]", "zone = []"),
            "stick.0.zone",
        ),
        (
            "m-named-twice",
            k,
            KASTELLI,
            Swap("\"gr-1-a1\", \"gr-1-a2\"", "\"gr-1-a1\", \"gr-1-a1\""),
            "setup.units",
        ),
        (
            "m-both-sides",
            k,
            KASTELLI,
            Swap("hexes = [\"15.06\"]", "hexes = [\"06.05\"]"),
            "setup.2.hexes",
        ),
        (
            "m-stack",
            k,
            KASTELLI,
            More("\n[[setup]]\nunits = [\"gebpzj95-2\", \"gebart95-1\"]\nhexes = [\"15.06\"]\n", 1),
            "setup.3.hexes",
        ),
        (
            "m-no-room",
            k,
            KASTELLI,
            Swap("hexes = [\"06.05\"]", "hexes = [\"02.02\", \"03.04\"]"),
            "setup.1.hexes",
        ),
        ("m-room", k, KASTELLI, Swap("\"10.05\", \"12.05\"", "\"12.05\""), "setup.hexes"),
        ("m-points", k, KASTELLI, Swap("points = 6", "points = 10000"), "division.0.points"),
        ("m-command", k, KASTELLI, Swap("rating = 3", "rating = 30"), "division.0.rating"),
        (
            "m-dispatch",
            k,
            KASTELLI,
            Swap("points = 6", "points = 6\ndispatch_points = 3"),
            "division.0.dispatch_points",
        ),
        (
            "m-supply-group",
            "mercury/gala",
            GALA,
            Swap("sheets = [\"maleme\", \"canea-suda\"]\nports", "sheets = [\"maleme\"]\nports"),
            "supply.group",
        ),
        ("m-morale", "mercury/gala", GALA, Swap("start = 20", "start = 0"), "morale.start"),
        (
            "m-ways-out",
            "mercury/gala",
            GALA,
            Swap("name = \"Canea\", hex = \"49.07\" }", "name = \"Canea\", hex = \"49.08\" }"),
            "ways_out.ports",
        ),
        (
            "m-reserve",
            "mercury/gala",
            GALA,
            Swap("until_within = 7", "until_within = 0"),
            "reserve.until_within",
        ),
        (
            "m-obligation",
            "mercury/gala",
            GALA,
            More("\n[[obligation]]\nname = \"Nothing\"\nmorale = 1\n", 1),
            "obligation.name",
        ),
        (
            "m-sudden-death",
            "mercury/gala",
            GALA,
            Swap("winner = \"allied\"", "winner = \"german\""),
            "sudden_death.winner",
        ),
        (
            "m-band",
            "mercury/gala",
            GALA,
            Swap("kind = \"germans-break-or-hold\"", "kind = \"withdrawal-level\""),
            "victory.band",
        ),
        (
            "m-victory-morale",
            "mercury/kiwis",
            "mercury/kiwis.toml",
            Swap("kind = \"germans-hold-before\"", "kind = \"germans-break-or-hold\""),
            "victory.kind",
        ),
        (
            "m-supply",
            "mercury/piling-on",
            "mercury/piling-on.toml",
            Swap("arrives = ", "arrives = 1"),
            "supply",
        ),
        (
            "m-many",
            k,
            KASTELLI,
            More(
                "\n[[air_support]]\nturn = \"24 May 0900\"\ndivision = \"5GD\"\nstrikes = 1\n",
                256,
            ),
            "air_support",
        ),
        (
            "f-aircraft-twice",
            f,
            HOLLAND_AIR,
            Swap("id = \"ju-88\"", "id = \"ju-87\""),
            "aircraft.1.id",
        ),
        (
            "f-aircraft-nation",
            f,
            HOLLAND_AIR,
            Swap("barrages = { c-v = 1 } }", "barrages = { ju-87 = 1 } }"),
            "table.1.nation",
        ),
        ("f-aircraft-nation", f, HOLLAND, Swap("{ ju-87 = 2 }", "{ c-v = 2 }"), "support.fixed"),
        (
            "f-air-sum",
            f,
            HOLLAND_AIR,
            Swap("from = 12, to = 12", "from = 12, to = 13"),
            "table.0.nation",
        ),
        (
            "f-air-sum",
            f,
            HOLLAND_AIR,
            Swap("from = 12, to = 12", "from = 11, to = 12"),
            "table.0.nation",
        ),
        (
            "f-air-gap",
            f,
            HOLLAND_AIR,
            Swap("from = 4, to = 5", "from = 5, to = 5"),
            "table.0.nation",
        ),
        ("r-empty-map", r, RACE_MAP, Empty, ""),
        ("r-hole", r, RACE_MAP, Drop("0507,"), "hex"),
        ("r-hex-twice", r, RACE_MAP, Twice("0507,"), "hex"),
        ("r-road", r, RACE_MAP, Cell("0904", "roads", "NE SW"), "roads"),
        ("r-hexside", r, RACE_MAP, Cell("0904", "roads", "NE NE SW NW"), "roads"),
        ("r-airfield", r, RACE, Swap("hexes = [\"0904\"]", "hexes = []"), "airfield.0.hexes"),
        ("r-twice", r, RACE, Swap("hexes = [\"0722\"]", "hexes = [\"0904\"]"), "airfield.hexes"),
        (
            "r-twice",
            r,
            RACE,
            Swap("ports = [\"0902\", \"0904\"", "ports = [\"0902\", \"0902\""),
            "sea.ports",
        ),
        (
            "r-empty-list",
            r,
            RACE,
            Swap("allied = [\"0801\", \"0502\", \"0409\", \"0416\", \"0724\"]", "allied = []"),
            "sources.allied",
        ),
        ("r-turn", r, RACE, Swap("\"21 May\"", "\"20 May\""), "turns.1"),
        ("r-source", r, RACE, Swap("allied = [\"0801\"", "allied = [\"0904\""), "sources.allied"),
        ("r-reduced", r, RACE, Swap("combat = 3", "combat = 0"), "reduced.combat"),
        ("r-reduced", r, RACE, Swap("movement = 3", "movement = 9"), "reduced.movement"),
        ("r-way-in", r, RACE_UNITS, Cell("22-bn", "box", "W"), "hex"),
        ("r-way-in", r, RACE_UNITS, Cell("i-llsr", "hex", ""), "hex"),
        ("r-nation", r, RACE_UNITS, Cell("22-bn", "nationality", "german"), "nationality"),
        ("r-points", r, RACE, Swap("points = 2", "points = 250"), "objective.0.points"),
        ("r-objective-twice", r, RACE, Swap("hex = \"0902\"", "hex = \"0904\""), "objective.hex"),
        ("r-figures", r, RACE_UNITS, Cell("22-bn", "combat", "200"), "combat"),
        ("r-figures", r, RACE_UNITS, Cell("22-bn", "endurance", "50"), "endurance"),
        ("r-end-turn", r, RACE, Swap("turns = [", "end_turn = 100\nturns = ["), "end_turn"),
        ("r-enemy", r, RACE_UNITS, Cell("22-bn", "side", "german"), "nationality"),
        (
            "r-enemy",
            "race/market-garden",
            "race/counters/market-garden.csv",
            Cell("5-guards-armd-bde", "hex", "0707"),
            "hex",
        ),
        ("r-stack", r, RACE_UNITS, Cell("22-bn", "hex", "0905"), "hex"),
        ("r-name", r, RACE, Swap("letter = \"M\"", "letter = \"W\""), "box.1.letter"),
        ("r-name", r, RACE_UNITS, Cell("22-bn", "name", ""), "name"),
        ("r-unit-twice", r, RACE_UNITS, Twice("22-bn,"), "id"),
        (
            "r-history",
            r,
            RACE,
            Swap("first_airfield_turn = 2", "airfields_end = 9"),
            "history.airfields_end",
        ),
        (
            "r-history-turn",
            r,
            RACE,
            Swap("first_airfield_turn = 2", "first_airfield_turn = 99"),
            "history.first_airfield_turn",
        ),
        ("r-allied-only", r, RACE_UNITS, Cell("i-llsr", "corps", "XXX"), "corps"),
        ("r-allied-only", r, RACE_UNITS, Cell("22-bn", "battlegroup", "yes"), "battlegroup"),
        ("r-sea", r, RACE, Swap("hex = \"0902\"", "hex = \"0101\""), "objective.hex"),
        ("r-table", r, "race/tables/base.toml", Swap("\"4:1\", \"5:1\"]", "\"4:1\"]"), "rows"),
        ("a-strategy", k, KASTELLI, Swap("german = \"kastelli-german\"", ""), "strategies.german"),
        (
            "a-strategy-doctrines",
            k,
            KASTELLI,
            Swap("kastelli-german-hook", "kastelli-german-hok"),
            "strategies.german_doctrines",
        ),
        ("a-strategy", r, RACE, Swap("allied = \"mercury-allied\"", ""), "strategies.allied"),
        ("a-control", k, KASTELLI, Swap("Storming the", "Storming\\u001b[31m the"), "title"),
        (
            "a-control",
            r,
            RACE,
            Swap("title = \"Mercury: The", "title = \"Mercury: The\\n"),
            "title",
        ),
        ("a-empty", k, MAP, Empty, ""),
    ]
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Rows of the tables in `docs/soundness.md`: the id, and whether it says "refused".
fn documented() -> BTreeMap<String, bool> {
    let text = fs::read_to_string(project().join("docs/soundness.md")).unwrap();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim().trim_matches('|').split(" | ").map(str::trim).collect();
        let id = cells.first()?.strip_prefix('`')?.strip_suffix('`')?;
        // The table about spreadsheets has no verdicts.
        if cells.len() != 3 || !id.starts_with(['a', 'f', 'm', 'r']) || !id.contains('-') {
            return None;
        }
        let refused = match *cells.last()? {
            "refused" => true,
            "warned of" => false,
            other => panic!("{id}: {other:?} is no verdict"),
        };
        Some((id.to_owned(), refused))
    });
    rows.collect()
}

fn struck(text: &str, blow: &Blow) -> String {
    let whole = |prefix: &str| {
        let line = text.lines().find(|line| line.starts_with(prefix));
        format!("{}\n", line.unwrap_or_else(|| panic!("no line {prefix}")))
    };
    match blow {
        Swap(from, to) => {
            assert!(text.contains(from), "no {from:?}");
            text.replacen(from, to, 1)
        }
        Drop(prefix) => text.replacen(&whole(prefix), "", 1),
        Twice(prefix) => text.replacen(&whole(prefix), &whole(prefix).repeat(2), 1),
        Cell(id, column, value) => {
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let header = reader.headers().unwrap().clone();
            let place = header.iter().position(|name| name == *column).unwrap();
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(&header).unwrap();
            let mut found = false;
            for row in reader.records() {
                let row = row.unwrap();
                let own = &row[0] == *id;
                found |= own;
                let changed = |(i, cell)| if own && i == place { *value } else { cell };
                let cells: Vec<&str> = row.iter().enumerate().map(changed).collect();
                writer.write_record(cells).unwrap();
            }
            assert!(found, "no row {id}");
            String::from_utf8(writer.into_inner().unwrap()).unwrap()
        }
        More(more, times) => format!("{text}{}", more.repeat(*times)),
        Empty => String::new(),
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// A copy of the project's data that may be changed.
fn copy() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut all = Vec::new();
    files(&project().join("scenarios"), &mut all);
    files(&project().join("strategies"), &mut all);
    for path in all {
        let target = folder.path().join(path.strip_prefix(project()).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&path, &target).unwrap();
    }
    folder
}

/// Whether the scenario was refused, with its complaints or else its warnings.
fn judged(home: &Home, scenario: &str) -> (bool, Vec<Complaint>) {
    let (system, name) = lab::find(SHELF, home, scenario).unwrap();
    match system.seat(home, &Request { scenario: name.into(), ..Request::default() }) {
        Ok(table) => (false, table.head().warnings.clone()),
        Err(complaints) => (true, complaints.into_iter().collect()),
    }
}

#[test]
fn every_rule_of_soundness_holds() {
    let documented = documented();
    let folder = copy();
    let home = Home::at(folder.path());
    let mut wrong = Vec::new();
    let mut walked: Vec<&str> = Vec::new();
    for (id, scenario, file, blow, key) in cases() {
        walked.push(id);
        let Some(&refused) = documented.get(id) else {
            wrong.push(format!("{id} is not in docs/soundness.md"));
            continue;
        };
        let path = folder.path().join("scenarios").join(file);
        let sound = fs::read_to_string(&path).unwrap();
        fs::write(&path, struck(&sound, &blow)).unwrap();
        let (was_refused, told) = judged(&home, scenario);
        fs::write(&path, &sound).unwrap();
        if was_refused != refused {
            wrong.push(format!("{id}: refused: {was_refused}; {told:#?}"));
            continue;
        }
        let shown = format!("scenarios/{file}");
        let of_it = |c: &&Complaint| c.file == shown && c.key.contains(key);
        let placed = told.iter().filter(of_it).find(|c| c.line.is_some());
        let blamed = placed.or_else(|| told.iter().find(of_it));
        match blamed {
            None => wrong.push(format!("{id}: nothing of {shown}, {key}: {told:#?}")),
            Some(complaint) => {
                let whole = matches!(blow, Drop(_) | Empty) || id.starts_with("a-strategy");
                if complaint.expected.is_empty() || (complaint.line.is_none() && !whole) {
                    wrong.push(format!("{id}: {complaint:?}"));
                }
            }
        }
    }
    for id in documented.keys().filter(|id| !walked.contains(&id.as_str())) {
        wrong.push(format!("{id} stands in docs/soundness.md and has no case"));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn shipped_scenarios_are_sound_without_warnings() {
    let home = Home::at(project());
    for system in SHELF {
        for listed in lab::scenarios(&home, system.id()) {
            let (refused, told) = judged(&home, &listed.id);
            assert!(!refused && told.is_empty(), "{}: {told:#?}", listed.id);
        }
    }
}

/// Everything that `worth` leaves out leaves a sound scenario.
#[test]
fn shipped_lists_of_worth_are_sound() {
    let home = Home::at(project());
    for system in SHELF {
        for listed in lab::scenarios(&home, system.id()) {
            for without in lab::Without::list(&home, &listed.id).unwrap() {
                let sets = without.set.iter().map(|set| lab::Set::parse(set).unwrap());
                let request = Request {
                    scenario: listed.id.split_once('/').unwrap().1.into(),
                    sets: sets.collect(),
                    ..Request::default()
                };
                if let Err(complaints) = system.seat(&home, &request) {
                    panic!("{}: {}: {complaints}", listed.id, without.name);
                }
            }
        }
    }
}

/// An empty file of any kind is refused with a message, whatever reads it.
#[test]
fn an_empty_file_of_every_kind_is_refused_in_words() {
    let folder = copy();
    let home = Home::at(folder.path());
    let mut all = Vec::new();
    files(&folder.path().join("scenarios"), &mut all);
    files(&folder.path().join("strategies"), &mut all);
    let mut looked_at = 0;
    for path in all {
        let shown = path.strip_prefix(folder.path()).unwrap().to_str().unwrap().to_owned();
        let parts: Vec<&str> = shown.split('/').collect();
        let (system, stem) = (parts[1], path.file_stem().unwrap().to_str().unwrap());
        let known = SHELF.iter().find(|known| known.id() == system).unwrap();
        let sound = fs::read(&path).unwrap();
        fs::write(&path, b"").unwrap();
        let words = known.vocabulary();
        let refusals: Vec<Option<String>> = match (parts[0], parts[2]) {
            // An empty list of `worth` leaves nothing out; an empty strategy weighs nothing; without rivals the rule for
            // readings holds.
            ("scenarios", "worth" | "README.md" | "rules.csv" | "rivals.toml")
            | ("strategies", _) => Vec::new(),
            ("scenarios", "facts" | "influence") => {
                let request = Request { scenario: stem.into(), ..Request::default() };
                vec![known.seat(&home, &request).err().map(|error| error.to_string())]
            }
            ("scenarios", "sweeps") => {
                vec![lab::SweepFile::load(&home, &path).err().map(|error| error.to_string())]
            }
            ("scenarios", "plans") => {
                let request = Request {
                    scenario: parts[3].into(),
                    drops: Some(stem.into()),
                    ..Request::default()
                };
                vec![known.seat(&home, &request).err().map(|error| error.to_string())]
            }
            _ if Path::new(&shown).extension().is_some_and(|end| end == "md") => Vec::new(),
            _ => {
                let mut listed: Vec<String> =
                    lab::scenarios(&home, system).into_iter().map(|listed| listed.id).collect();
                // A scenario is read only as such, whatever other files have its name.
                if sound.windows(13).any(|part| part == b"[[objective]]") {
                    listed.clear();
                }
                listed.push(format!("{system}/{stem}"));
                let read = |id: &&String| {
                    let name = id.split_once('/').unwrap().1;
                    let text =
                        fs::read_to_string(home.scenarios(system).join(format!("{name}.toml")));
                    let file = parts[2..].join("/");
                    let file = file.rsplit_once('.').unwrap().0.to_owned();
                    name == stem && parts.len() == 3
                        || file == "maps/sheets"
                        || text.is_ok_and(|text| {
                            let quoted = format!("\"{file}\"");
                            let sheet = format!("\nsheets = [\"{stem}\"]");
                            text.contains(&quoted) || (parts[2] == "maps" && text.contains(&sheet))
                        })
                };
                listed
                    .iter()
                    .filter(read)
                    .take(2)
                    .map(|id| {
                        let (_, name) = id.split_once('/').unwrap();
                        let request = Request { scenario: name.into(), ..Request::default() };
                        known.seat(&home, &request).err().map(|error| error.to_string())
                    })
                    .collect()
            }
        };
        if parts[0] == "strategies" {
            // No complaint is required, but it must not panic.
            drop(lab::Strategy::load(&home, system, words, stem));
        }
        fs::write(&path, sound).unwrap();
        for refusal in refusals {
            looked_at += 1;
            let said = refusal.unwrap_or_else(|| panic!("{shown}: an empty file is taken"));
            assert!(said.contains(&shown) && said.contains("expected"), "{shown}: {said}");
            assert!(said.lines().all(|line| line.len() > 20), "{shown}: {said}");
        }
    }
    assert!(looked_at > 40, "{looked_at}");
}

fn rewritten(text: &str, separator: u8, quotes: csv::QuoteStyle, ends: csv::Terminator) -> String {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let mut writer = csv::WriterBuilder::new()
        .delimiter(separator)
        .quote_style(quotes)
        .terminator(ends)
        .from_writer(Vec::new());
    for row in reader.records() {
        let mut row = row.unwrap();
        // A blank column on the right, as spreadsheets add them.
        row.push_field("");
        writer.write_record(&row).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

/// A table saved by a European spreadsheet is the same table and gives the same games.
#[test]
fn tables_saved_by_a_european_spreadsheet_are_read() {
    let folder = copy();
    let home = Home::at(folder.path());
    let game = || {
        let (system, name) = lab::find(SHELF, &home, "mercury/kastelli").unwrap();
        let request = Request { scenario: name.into(), ..Request::default() };
        let table = system.seat(&home, &request).unwrap_or_else(|error| panic!("{error}"));
        table.play(0, engine::Seed(3).game(0)).unwrap()
    };
    let usual = game();
    for file in [MAP, COUNTERS, LEADERS] {
        let path = folder.path().join("scenarios").join(file);
        let text = fs::read_to_string(&path).unwrap();
        let quotes = csv::QuoteStyle::Always;
        let saved = rewritten(&text, b';', quotes, csv::Terminator::CRLF);
        let blank = ";".repeat(saved.lines().next().unwrap().matches(';').count());
        fs::write(&path, format!("\u{feff}{saved}{blank}\r\n{blank}\r\n")).unwrap();
        assert_eq!(game(), usual, "{file}");
        let tabs = rewritten(&text, b'\t', csv::QuoteStyle::Necessary, csv::Terminator::Any(b'\n'));
        fs::write(&path, tabs).unwrap();
        assert_eq!(game(), usual, "{file}");
        fs::write(&path, text).unwrap();
    }
    // A fault is reported at the line of the file as it was saved.
    let path = folder.path().join("scenarios").join(COUNTERS);
    let text = fs::read_to_string(&path).unwrap();
    let line = text.lines().position(|line| line.starts_with("gebpi95-1,")).unwrap() + 1;
    let spoilt = struck(&text, &Cell("gebpi95-1", "kind", "enginer"));
    let saved = rewritten(&spoilt, b';', csv::QuoteStyle::Always, csv::Terminator::CRLF);
    fs::write(&path, format!("sep=;\r\n;;;\r\n{saved}")).unwrap();
    let (refused, told) = judged(&home, "mercury/kastelli");
    assert!(refused && told.len() == 1, "{told:?}");
    assert_eq!(told[0].line, Some(line as u32 + 2), "{told:?}");
    assert_eq!(told[0].nearest.as_deref(), Some("engineer"), "{told:?}");
}

/// Scenario, table, what a spreadsheet does to its hex numbers, and the message.
type Bitten<'a> = (&'a str, &'a str, &'a dyn Fn(&str) -> String, &'a str);

/// Damage done by a spreadsheet is reported in one line, with what to do.
#[test]
fn hex_numbers_eaten_by_a_spreadsheet_are_one_line() {
    let folder = copy();
    let home = Home::at(folder.path());
    let eaten = |text: &str, bite: &dyn Fn(&str) -> String| {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().unwrap().clone();
        let column = header.iter().position(|name| name == "hex").unwrap();
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&header).unwrap();
        for row in reader.records() {
            let row = row.unwrap();
            let bitten = row.iter().enumerate().map(|(i, cell)| {
                if i == column && !cell.is_empty() { bite(cell) } else { cell.to_owned() }
            });
            writer.write_record(bitten.collect::<Vec<_>>()).unwrap();
        }
        String::from_utf8(writer.into_inner().unwrap()).unwrap()
    };
    let as_number = |cell: &str| cell.parse::<f64>().unwrap().to_string();
    let as_date = |cell: &str| {
        let (day, month) = cell.split_once('.').unwrap();
        if month.parse::<u8>().unwrap() < 13 { format!("{day}. Okt") } else { cell.into() }
    };
    let german = |cell: &str| as_number(cell).replace('.', ",");
    let decimals = |cell: &str| format!("{cell},0");
    let cases: [Bitten<'_>; 6] = [
        ("mercury/kastelli", MAP, &as_number, "took it for a number"),
        ("mercury/kastelli", MAP, &german, "took it for a number"),
        ("mercury/kastelli", MAP, &as_date, "took it for a date"),
        ("race/mercury", RACE_MAP, &as_number, "took it for a number"),
        ("race/mercury", RACE_UNITS, &as_number, "took it for a number"),
        ("mercury/kastelli", COUNTERS, &decimals, ""),
    ];
    for (scenario, file, bite, cause) in cases {
        let path = folder.path().join("scenarios").join(file);
        let text = fs::read_to_string(&path).unwrap();
        if file == COUNTERS {
            let mut spoilt = text.clone();
            for id in ["gebpi95-1", "gebpi95-2", "gebpi95-3"] {
                spoilt = struck(&spoilt, &Cell(id, "quality", "6,0"));
            }
            fs::write(&path, &spoilt).unwrap();
            let (refused, told) = judged(&home, scenario);
            assert!(refused && told.len() == 1, "{told:?}");
            assert!(
                told[0]
                    .to_string()
                    .contains("`6,0` has decimals, and so on 2 more lines; expected whole numbers")
            );
        } else {
            fs::write(&path, eaten(&text, bite)).unwrap();
            let (refused, told) = judged(&home, scenario);
            assert!(refused && told.len() == 1, "{file}: {told:#?}");
            let said = told[0].to_string();
            for words in [cause, "more lines", "as text", &format!("scenarios/{file}:")] {
                assert!(said.contains(words), "no {words:?} in {said}");
            }
        }
        fs::write(&path, text).unwrap();
    }
}
