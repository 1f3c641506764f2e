use std::collections::BTreeSet;

use report::charts::{self, Size};
use study::Summary;

use super::fixture;

fn all() -> Vec<(&'static str, Summary)> {
    vec![
        ("kastelli", fixture::kastelli()),
        ("descent", fixture::descent()),
        ("campaign", fixture::campaign()),
        ("one game", fixture::one_game()),
        ("all German", fixture::all_german()),
        ("bare", fixture::bare()),
        ("hostile", fixture::hostile()),
    ]
}

/// The words between tags.
fn words(markup: &str) -> String {
    let (mut out, mut inside) = (String::new(), false);
    for c in markup.chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                out.push('\n');
            }
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out
}

/// A picture without what it says to those who point at it.
fn drawn(svg: &str) -> String {
    let mut parts = svg.split("<g class=\"tells\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once("</g>").expect("an end").1)
}

/// Every opening tag is closed, in order, and attributes are quoted.
fn well_formed(name: &str, svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').unwrap_or_else(|| panic!("{name}: tag without end"));
        assert!(tag.matches('"').count() % 2 == 0, "{name}: quotes in {tag}");
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{name}: control character");
        let word = tag.split([' ', '/']).next().unwrap_or_default();
        if let Some(end) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(end), "{name}: {end} closes another");
        } else if !tag.ends_with('/') {
            assert!(tag.matches(" class=").count() < 2, "{name}: two classes in {tag}");
            open.push(word);
        }
    }
    assert!(open.is_empty(), "{name}: {open:?} left open");
}

#[test]
fn every_chart_says_what_it_is() {
    let mut seen = BTreeSet::new();
    for (name, summary) in all() {
        for chart in charts::all(&summary).iter().filter(|c| c.present(&summary)) {
            let id = format!("{name}: {}", chart.id());
            seen.insert(chart.id().to_owned());
            let caption = chart.caption(&summary);
            assert!(
                ["game", "landing", "values"].iter().any(|what| caption.contains(what)),
                "{id}: what was counted? {caption}"
            );
            assert!(chart.alt(&summary).len() > 10, "{id}: no text alternative");
            let table = chart.table(&summary);
            assert!(!table.rows.is_empty(), "{id}: no numbers");
            for row in &table.rows {
                assert_eq!(row.len(), table.columns.len(), "{id}: ragged table");
            }
            for size in [Size::Wide, Size::Narrow] {
                let svg = chart.svg(&summary, size);
                well_formed(&id, &svg);
                for part in ["role=\"img\"", "aria-label=\"", "<title>", "<desc>", "viewBox"] {
                    assert!(svg.contains(part), "{id}: no {part}");
                }
                for word in words(&svg).split_whitespace() {
                    assert!(!word.contains("NaN") && !word.ends_with("inf"), "{id}: {word}");
                }
            }
        }
    }
    for chart in charts::all(&fixture::descent()) {
        assert!(seen.contains(chart.id()), "no fixture draws {}", chart.id());
    }
}

#[test]
fn every_axis_is_named() {
    let summary = fixture::descent();
    for chart in charts::all(&summary) {
        for size in [Size::Wide, Size::Narrow] {
            let text = words(&drawn(&chart.svg(&summary, size)));
            let text = text.split_once('\n').map_or("", |(_, rest)| rest);
            // Units are in brackets; counts and turns are their own unit.
            let named = text.lines().filter(|line| {
                let line = line.trim();
                line.ends_with(')') && line.contains(" (")
                    || line == "Games"
                    || line.starts_with("Turn (")
            });
            assert!(named.count() >= 1, "{}: no axis title in {text}", chart.id());
        }
    }
}

#[test]
fn captions_name_the_interval_level() {
    let summary = fixture::descent();
    for chart in charts::all(&summary) {
        let caption = chart.caption(&summary);
        let svg = chart.svg(&summary, Size::Wide);
        // Anything that prints a number with its interval names the kind of interval.
        if words(&drawn(&svg)).contains(" [") {
            assert!(caption.contains("95%"), "{}: {caption}", chart.id());
        }
    }
}

#[test]
fn no_estimate_stands_without_its_interval() {
    let summary = fixture::kastelli();
    let page = report::page(&summary).unwrap();
    let tiles = page.split("<dl class=\"tiles\">").nth(1).unwrap().split("</dl>").next().unwrap();
    for (value, interval) in [("43.1%", "40.1–46.2%"), ("56.9%", "53.8–59.9%")] {
        assert!(tiles.contains(&format!("<b>{value}</b> <span>{interval}</span>")), "{tiles}");
    }
    // Each share in a table has a cell beside it, or brackets after it.
    for row in page.split("<tr>").skip(1) {
        let row = row.split("</tr>").next().unwrap();
        let cells: Vec<&str> = row.split("<td>").skip(1).collect();
        for (i, cell) in cells.iter().enumerate() {
            let cell = cell.split("</td>").next().unwrap();
            let bare = cell.ends_with('%') && !cell.contains(['–', '[']);
            let next = cells.get(i + 1).copied().unwrap_or_default();
            assert!(!bare || next.contains('–'), "{cell} has no interval in {row}");
        }
    }
}

#[test]
fn the_answer_comes_first_and_the_command_is_there() {
    for (name, summary) in all().into_iter().filter(|(name, _)| *name != "hostile") {
        let page = report::page(&summary).unwrap();
        let body = page.split("<main>").nth(1).unwrap();
        let first = body.find("class=\"verdict\"").unwrap();
        assert!(body[..first].matches("<p").count() <= 1, "{name}: words before the verdict");
        let page = page.replace("&#x2f;", "/");
        assert!(page.contains(&format!("<code>{}</code>", summary.run.command)), "{name}");
        for hash in summary.run.hashes.values() {
            assert!(page.contains(hash.as_str()), "{name}");
        }
    }
}

#[test]
fn readings_other_than_the_default_come_first() {
    let page = report::page(&fixture::kastelli()).unwrap();
    let place = |id: &str| page.find(&format!("<code>{id}</code></th>")).unwrap();
    assert!(place("U-7") < place("A-3"));
    assert!(place("U-7") < place("U-11"));
    assert!(page.contains("<strong>no</strong>"));
}

/// A page without its own script, which is there once, word for word.
fn without_script(page: &str) -> String {
    let own = format!("<script>\n{}\n</script>", include_str!("../../page.js").trim_end());
    let page = page.replace("\n\n</script>", "\n</script>");
    assert_eq!(page.matches(&own).count(), 1, "the script of the page");
    page.replace(&own, "")
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    for (name, summary) in all() {
        let mut files = vec![without_script(&report::page(&summary).unwrap())];
        files.extend(report::charts(&summary).into_iter().map(|(_, svg)| svg));
        for file in files {
            // The only URL is the SVG namespace, which is never fetched.
            let rest = file.replace("http://www.w3.org/2000/svg", "");
            for far in ["http:", "https:", "src=", "url(", "@import", "<script", "<iframe"] {
                assert!(!rest.contains(far), "{name}: {far}");
            }
        }
    }
}

#[test]
fn hostile_names_stay_text() {
    let summary = fixture::hostile();
    let page = without_script(&report::page(&summary).unwrap());
    assert!(!page.contains("<script") && !page.contains("alert('x')"));
    assert!(page.contains("&lt;script&gt;"));
    for (id, svg) in report::charts(&summary) {
        well_formed(&id, &svg);
        assert!(!svg.contains("<script"), "{id}");
    }
    let text = report::summary_md(&summary);
    let prose = text.split("````").next().unwrap();
    assert!(!prose.contains("<script"), "{prose}");
    assert!(!prose.contains("&\"|"), "a bar would break the table: {prose}");
}

#[test]
fn ids_are_unique_and_links_lead_somewhere() {
    for (name, summary) in all() {
        let page = report::page(&summary).unwrap();
        let mut ids: Vec<&str> =
            page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{name}");
        for link in page.split("href=\"#").skip(1) {
            let target = link.split('"').next().unwrap();
            assert!(ids.binary_search(&target).is_ok(), "{name}: #{target}");
        }
    }
}

#[test]
fn a_chart_file_stands_alone() {
    let files = report::charts(&fixture::descent());
    assert!(files.len() > 15);
    for (id, svg) in files {
        well_formed(&id, &svg);
        assert!(svg.starts_with("<svg xmlns="), "{id}");
        assert!(!svg.contains("var("), "{id}: needs a stylesheet");
    }
}

#[test]
fn the_markdown_names_each_outcome_once() {
    // A level for each side and one for draws are just the three outcomes again.
    let mut plain = fixture::descent();
    plain.levels.retain(|level| level.name == "Draw" || level.name.contains("decisive"));
    assert_eq!(plain.levels.len(), 3);
    // Hostile names are all the same one.
    let named = all().into_iter().filter(|(name, _)| *name != "hostile");
    let cases = named.chain([("plain", plain)]);
    for (name, summary) in cases {
        let text = report::summary_md(&summary);
        let table = text.split("\n\n").find(|part| part.starts_with("| Outcome")).unwrap();
        let mut names: Vec<&str> =
            table.lines().skip(2).map(|row| row.split(" | ").next().unwrap()).collect();
        let expected = match name {
            "plain" => 3,
            // Three outcomes, and three levels of each side.
            "descent" => 9,
            _ => names.len(),
        };
        assert_eq!(names.len(), expected, "{name}: {table}");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), expected, "{name}: {table}");
    }
}

#[test]
fn the_markdown_opens_with_the_verdict() {
    let summary = fixture::kastelli();
    let text = report::summary_md(&summary);
    let mut lines = text.lines().filter(|line| !line.is_empty());
    assert_eq!(lines.next(), Some("# Storming the Kastelli"));
    assert_eq!(lines.next(), Some(format!("**{}**", summary.verdict).as_str()));
    for row in [
        "| Germans win | 43.1% | 40.1–46.2% |",
        "| Allies win | 56.9% | 53.8–59.9% |",
        "- ruling U-7 read as no, not yes",
        "- 40% of the 362 values in play are reconstructed",
        &summary.run.command,
    ] {
        assert!(text.contains(row), "no {row} in {text}");
    }
}

/// The contents of a row in a chart's table.
#[track_caller]
fn row(summary: &Summary, id: &str, first: &str) -> Vec<String> {
    let charts = charts::all(summary);
    let chart = charts.iter().find(|chart| chart.id() == id).unwrap();
    let rows = chart.table(summary).rows;
    rows.iter().find(|row| row[0] == first).unwrap_or_else(|| panic!("{first} in {rows:?}")).clone()
}

#[test]
fn the_drop_study_says_expected_beside_observed() {
    let summary = fixture::descent();
    let result = row(&summary, "drop-expected-observed", "eliminated");
    assert_eq!(result[1..3], ["1.00% [0.90–1.10%]", "0.98% [0.96–1.01%]"]);
    let zone = row(&summary, "drop-zone-losses", "Prison valley");
    assert_eq!(zone[1..3], ["0.290 [0.289–0.291]", "0.30 [0.29–0.31]"]);
    let few = row(&summary, "drop-losses-and-result", "1 to 8 steps");
    assert_eq!((few[1].as_str(), &few[2][..5]), ("9,000", "50.0%"));
    let median = row(&summary, "drop-losses-and-result", "9 steps");
    assert_eq!(median[1], "2,000");
}

#[test]
fn points_events_and_formations_are_in_the_tables() {
    let summary = fixture::descent();
    assert_eq!(row(&summary, "command-points-by-use", "second actions")[1], "5.00 [4.92–5.08]");
    assert_eq!(row(&summary, "command-points-by-use", "earned")[2], "14.0 [13.8–14.2]");
    let zealand = row(&summary, "command-points-by-division", "2NZ");
    assert_eq!(zealand[1..3], ["Allies", "6.50 [6.40–6.60]"]);
    assert_eq!(zealand[6], "1.5 [1.4–1.6]", "wasted");
    assert_eq!(row(&summary, "random-events", "command confusion")[2], "0.20 [0.14–0.26]");
    assert_eq!(row(&summary, "formations", "Formation 29")[4..], ["20", "14.50 [14.45–14.55]"]);
    let page = report::page(&summary).unwrap();
    assert!(page.contains("id=\"events\"") && page.contains("Delay markers"));
}

/// Each value of a measure that decides the level stands beside its level, in the colours of the levels.
#[test]
fn what_decides_the_level_is_drawn_against_its_bands() {
    let summary = fixture::campaign();
    for (value, level) in [
        ("4", "Marginal German victory"),
        ("5", "Draw"),
        ("6", "Substantial Allied victory"),
        ("9", "Substantial Allied victory"),
    ] {
        assert_eq!(row(&summary, "withdrawal-level", value)[2], level);
    }
    let charts = charts::all(&summary);
    let chart = charts.iter().find(|chart| chart.id() == "withdrawal-level").unwrap();
    let svg = chart.svg(&summary, Size::Wide);
    for named in ["to 4: Marginal German victory", "5: Draw", "from 6: Substantial Allied victory"]
    {
        assert!(words(&svg).lines().any(|line| line == named), "{named}");
    }
}

/// Means stand side by side; what never happens is in the table alone.
#[test]
fn means_of_a_kind_stand_side_by_side() {
    let summary = fixture::campaign();
    assert_eq!(row(&summary, "withdrawn-by-way", "Sfakia")[3], "4");
    assert_eq!(row(&summary, "withdrawn-by-way", "Heraklion")[3], "0");
    let charts = charts::all(&summary);
    let chart = charts.iter().find(|chart| chart.id() == "withdrawn-by-way").unwrap();
    let svg = words(&chart.svg(&summary, Size::Wide));
    let shown = |name: &str| svg.lines().any(|line| line == name);
    assert!(shown("Suda") && shown("Sfakia") && !shown("Heraklion"), "{svg}");
    assert!(chart.caption(&summary).ends_with("One that is 0 in every game is only in the table."));
}

/// A picture in which nothing differs is a sentence, and no file; one that shows something stays a picture.
#[test]
fn pictures_of_nothing_are_a_sentence() {
    let mut summary = fixture::kastelli();
    let n = summary.run.games;
    for turn in &mut summary.turns {
        turn.control.german = [0.0; 5];
        turn.control.allied = [2.0; 5];
        turn.german_control = fixture::share(0, n);
        turn.decided = fixture::share(0, n);
    }
    summary.turns.last_mut().unwrap().decided = fixture::share(n, n);
    let (last, before) = summary.end_turns.split_last_mut().unwrap();
    for turn in before {
        (turn.count, turn.share) = (0, fixture::share(0, n));
    }
    (last.count, last.share) = (n, fixture::share(n, n));
    let name = last.name.clone();
    let only = |shares: &mut Vec<study::Share>| {
        shares.truncate(1);
        (shares[0].count, shares[0].share) = (n, fixture::share(n, n));
    };
    only(&mut summary.end_reasons);
    let margin = &mut summary.margin;
    (margin.min, margin.max) = (-1.0, -1.0);
    let page = report::page(&summary).unwrap();
    let said = words(&page);
    assert_eq!(n, 1_000);
    let games = "1,000 games";
    for sentence in [
        "Objective hexes held: Germans 0, Allies 2 at the end of every turn, in at least nine games of ten.".to_owned(),
        "The Germans control every objective in fewer than one game of a hundred at the end of any turn.".into(),
        "Fewer than one game of a hundred is over before the last turn.".into(),
        format!("Every one of {games} ends in the turn “{name}”."),
        format!("How clearly: −1 in every one of {games}."),
        format!("How games end: “{}”, in every one of {games}.", summary.end_reasons[0].name),
    ] {
        assert!(said.contains(&sentence), "{sentence}");
    }
    let files: BTreeSet<String> = report::charts(&summary).into_iter().map(|(id, _)| id).collect();
    for id in [
        "objectives-by-turn",
        "control-by-turn",
        "decided-by-turn",
        "end-turns",
        "margin",
        "end-reasons",
    ] {
        assert!(!files.contains(id) && !page.contains(&format!("id=\"{id}\"")), "{id}");
    }
    for id in ["steps-lost-by-turn", "steps-lost-german", "advantage-by-turn"] {
        assert!(files.contains(id), "{id}");
    }
}

/// What stands between two texts.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    text.split_once(from)?.1.split_once(to).map(|(inside, _)| inside)
}

#[test]
fn what_stands_out_comes_first_and_leads_to_its_chart() {
    let (mut most, mut folds) = (0, 0);
    for (name, summary) in all() {
        let page = report::page(&summary).unwrap();
        folds += page.matches("<details class=\"fold\"").count();
        let Some(list) = between(&page, "<ol class=\"findings\">", "</ol>") else { continue };
        let links: Vec<&str> =
            list.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!((1..=7).contains(&links.len()), "{name}: {links:?}");
        assert_eq!(links.len(), list.matches("<li>").count(), "{name}: a sentence leads nowhere");
        assert_eq!(links.iter().collect::<BTreeSet<_>>().len(), links.len(), "{name}: {links:?}");
        for link in &links {
            assert!(page.contains(&format!("id=\"{link}\"")), "{name}: no {link}");
        }
        assert!(list.contains('['), "{name}: no interval in {list}");
        let first_part = page.find("<section id=\"by-how-much\"").unwrap_or(page.len());
        assert!(page.find("<ol class=\"findings\">").unwrap() < first_part, "{name}");
        most = most.max(links.len());
    }
    assert_eq!(most, 7, "no fixture has seven");
    assert!(folds > 0, "no fixture has a part in which all is as expected");
}

#[test]
fn what_is_folded_has_no_finding() {
    for (name, summary) in all() {
        let page = report::page(&summary).unwrap();
        for fold in page.split("<details class=\"fold\"").skip(1) {
            let inside = fold.split("</section>").next().unwrap();
            assert!(!inside.contains(" found\""), "{name}: a finding is folded");
        }
    }
}

#[test]
fn every_chart_tells_its_numbers_to_those_who_point_at_it() {
    let summary = fixture::descent();
    for chart in charts::all(&summary) {
        if !chart.present(&summary) || chart.plain(&summary).is_some() {
            continue;
        }
        for size in [Size::Wide, Size::Narrow] {
            let svg = chart.svg(&summary, size);
            let tells = between(&svg, "<g class=\"tells\"", "</g>");
            let tells = tells.unwrap_or_else(|| panic!("{} says nothing", chart.id()));
            assert!(tells.contains("<title>"), "{}", chart.id());
            assert!(words(tells).contains(|c: char| c.is_ascii_digit()), "{}", chart.id());
        }
    }
}
