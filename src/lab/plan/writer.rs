//! A plan as the text of its file.

use std::fmt::Write as _;

use super::template::quoted;
use super::{Plan, PlanScope};

impl PlanScope {
    /// The file of a plan, which reads back as the same plan; `pedigree` says, line by line, where it comes from.
    pub fn text(&self, plan: &Plan, pedigree: &[String]) -> String {
        let id = |unit: &u16| self.roster[usize::from(*unit)].id.as_str();
        let mut text = String::new();
        for line in pedigree {
            // A line of its own would not be a comment.
            for line in line.lines() {
                let _ = writeln!(text, "{}", format!("# {line}").trim_end());
            }
        }
        let _ = write!(
            text,
            "\nname = {}\nscenario = {:?}\nkind = {:?}\nside = {:?}\nintent = {}\n",
            toml_string(&plan.name),
            format!("{}/{}", self.system, self.scenario),
            plan.kind.word(),
            plan.side.word(),
            toml_string(&plan.intent),
        );
        if !plan.zones.is_empty() {
            let names: Vec<&String> =
                plan.zones.iter().map(|&zone| &self.zones[usize::from(zone)]).collect();
            let _ = writeln!(text, "zones = [{}]", quoted(&names));
        }
        for alike in plan.places.chunk_by(|(_, one), (_, other)| one == other) {
            let units: Vec<&str> = alike.iter().map(|(unit, _)| id(unit)).collect();
            let hexes: Vec<String> = alike[0].1.iter().map(|&hex| self.map.label(hex)).collect();
            let (units, hexes) = (quoted(&units), quoted(&hexes));
            let _ = write!(text, "\n[[place]]\nunits = [{units}]\nhexes = [{hexes}]\n");
        }
        for alike in plan.begins.chunk_by(|(_, one), (_, other)| one == other) {
            let units: Vec<&str> = alike.iter().map(|(unit, _)| id(unit)).collect();
            let way = self.ways[usize::from(alike[0].1)];
            let _ = write!(text, "\n[[begin]]\nunits = [{}]\nas = {way:?}\n", quoted(&units));
        }
        for (leader, units) in &plan.leaders {
            let with: Vec<&str> = units.iter().map(id).collect();
            let known = self.leadings(plan.kind, plan.side).find(|known| known.leader == *leader);
            let leader = known.map_or("", |known| known.id.as_str());
            let _ = write!(text, "\n[[leader]]\nid = {leader:?}\nwith = [{}]\n", quoted(&with));
        }
        for &(serial, turn) in &plan.serials {
            let name = &self.serials[usize::from(serial)].name;
            let _ = write!(text, "\n[[serial]]\nserials = [{name:?}]\nfrom_turn = {turn}\n");
        }
        text
    }
}

/// Words as TOML has them.
fn toml_string(words: &str) -> String {
    toml::Value::from(words).to_string()
}
