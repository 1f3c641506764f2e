//! Pages in a real browser: nothing is clipped, overlapping, too faint, or fetched from the network.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use report::findings;
use study::{Comparison, GroundContrast, Plans, Summary};

use super::cannot_run::cannot_run;
use super::fixture;

/// Headless Chromium, if it is installed.
pub fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |dir| dir.join(name)))
        .find(|file| file.is_file())
}

/// How a page is viewed.
pub struct Window {
    pub width: u32,
    pub height: u32,
    pub dark: bool,
}

/// Opens a page with the probe script in it.
fn look(chromium: &Path, name: &str, page: &str, window: &Window) -> (String, String) {
    let probe = format!("<script>{}</script>", include_str!("probe.js"));
    run(chromium, name, page, "", &probe, window)
}

/// An empty folder for one view.
fn folder(name: &str, window: &Window) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!(
        "{name}-{}{}",
        window.width,
        if window.dark { "-dark" } else { "" }
    ));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn command(chromium: &Path, folder: &Path, window: &Window) -> Command {
    let mut command = Command::new(chromium);
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--hide-scrollbars", "--enable-logging=stderr"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(["--window-size=1400,1000", "--virtual-time-budget=20000"]);
    if window.dark {
        command.arg("--blink-settings=preferredColorScheme=0");
    }
    command
}

/// Opens `page.html` of a folder in a frame, and waits for the browser.
fn open(mut command: Command, name: &str, folder: &Path, link: &str, window: &Window) {
    // A window cannot be as narrow as a phone; a frame can.
    let frame = format!(
        "<!doctype html><meta name=\"color-scheme\" content=\"light dark\">\n\
         <iframe src=\"page.html{link}\" style=\"border:0;width:{}px;height:{}px\"></iframe><pre id=\"probe\"></pre>\n\
         <script>onmessage = e => {{ document.getElementById(\"probe\").textContent = e.data; }}</script>\n",
        window.width, window.height
    );
    fs::write(folder.join("frame.html"), frame).unwrap();
    command
        .arg(format!("file://{}", folder.join("frame.html").display()))
        .stdin(Stdio::null())
        .stdout(File::create(folder.join("dom.html")).unwrap())
        .stderr(File::create(folder.join("log")).unwrap());
    let mut browser = command.spawn().unwrap();
    let started = Instant::now();
    while browser.try_wait().unwrap().is_none() {
        if started.elapsed() > Duration::from_mins(2) {
            browser.kill().unwrap();
            panic!("{name}: the browser hangs; see {}", folder.display());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Opens a page at a link with a script in it, and returns what the script wrote and what the browser logged.
pub fn run(
    chromium: &Path,
    name: &str,
    page: &str,
    link: &str,
    script: &str,
    window: &Window,
) -> (String, String) {
    let folder = folder(name, window);
    let page = page.replacen("<head>", &format!("<head>\n{script}"), 1);
    fs::write(folder.join("page.html"), page).unwrap();
    let shot = folder.join("page.png");
    let mut command = command(chromium, &folder, window);
    command.arg("--dump-dom").arg(format!("--screenshot={}", shot.display()));
    open(command, name, &folder, link, window);
    // A screenshot for people; a blank one is a few thousand bytes.
    let size = fs::metadata(&shot).map_or(0, |facts| facts.len());
    assert!(size > 20_000, "{name}: a picture of {size} bytes shows nothing");
    let dom = fs::read_to_string(folder.join("dom.html")).unwrap();
    let log = fs::read_to_string(folder.join("log")).unwrap();
    let said = dom
        .split("<pre id=\"probe\">")
        .nth(1)
        .and_then(|rest| rest.split("</pre>").next())
        .filter(|said| !said.is_empty())
        .unwrap_or_else(|| panic!("{name}: the probe did not run; log: {log}"));
    (said.to_owned(), log)
}

#[test]
fn pages_are_sound_in_a_browser() {
    let Some(chromium) = chromium() else {
        cannot_run(
            "a page in a browser",
            "no chromium on the path (Debian: apt-get install chromium)",
        );
        return;
    };
    let (desk, telephone) = ((1280, 800), (400, 800));
    let looks: Vec<(&str, Summary, (u32, u32), bool)> = vec![
        ("kastelli", fixture::kastelli(), desk, false),
        ("kastelli", fixture::kastelli(), telephone, false),
        ("kastelli", fixture::kastelli(), desk, true),
        ("descent", fixture::descent(), desk, false),
        ("descent", fixture::descent(), telephone, true),
        ("one-game", fixture::one_game(), telephone, false),
        ("all-german", fixture::all_german(), desk, false),
        ("hostile", fixture::hostile(), telephone, false),
        ("bare", fixture::bare(), telephone, false),
    ];
    for (name, summary, (width, height), dark) in looks {
        let page = report::page(&summary).unwrap();
        assert!(page.contains("class=\"tiles\""), "{name}: no tiles");
        sound(&chromium, name, &page, &Window { width, height, dark });
    }
}

/// The pages of the studies, from answers of a few games each.
#[test]
fn pages_of_the_balance_lab_are_sound_in_a_browser() {
    let Some(chromium) = chromium() else {
        cannot_run(
            "a page in a browser",
            "no chromium on the path (Debian: apt-get install chromium)",
        );
        return;
    };
    macro_rules! answer {
        ($name:literal) => {
            serde_json::from_str(include_str!(concat!("answers/", $name, ".json"))).unwrap()
        };
    }
    let mut comparison: Comparison = answer!("compare");
    let descent = fixture::descent();
    let landings = descent.places.as_ref().map_or_else(Vec::new, |places| places.landings.clone());
    assert!(!landings.is_empty(), "nobody lands");
    comparison.contrasts[0].places = descent.places.map(|places| GroundContrast {
        losses: places.losses,
        losses_looked_at: 251,
        ..GroundContrast::default()
    });
    let mut plans: Plans = answer!("plans");
    for plan in &mut plans.plans {
        plan.places.clone_from(&landings);
    }
    plans.ground.clone_from(&descent.ground);
    comparison.ground = descent.ground;
    let compared = findings::compare(&comparison);
    assert!(compared.markdown().contains("| Steps lost, steps a game | "), "no hexes that differ");
    let dossiers = [
        ("compare", compared),
        ("solve", findings::solve(&answer!("solve"), "Kastelli", "mercury/kastelli", "dropzone")),
        ("sweep", findings::sweep(&answer!("sweep"))),
        ("tournament", findings::tournament(&answer!("tournament"))),
        ("worth", findings::worth(&answer!("worth"))),
        ("plans", findings::plans(&plans)),
        ("gates", findings::gates(&answer!("gates"), "Kastelli", "mercury/kastelli", "dropzone")),
    ];
    for (name, dossier) in dossiers {
        let page = dossier.page().unwrap();
        for (width, height, dark) in [(1280, 800, false), (400, 800, true)] {
            sound(&chromium, name, &page, &Window { width, height, dark });
        }
    }
}

/// The probe finds nothing wrong with a page, and the browser logs nothing.
pub fn sound(chromium: &Path, name: &str, page: &str, window: &Window) {
    let &Window { width, dark, .. } = window;
    let (said, log) = look(chromium, name, page, window);
    let mut lines: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.remove(0), format!("width {width}"), "{name}: the window");
    let ground = if dark { "ground rgb(18, 21, 25)" } else { "ground rgb(245, 243, 238)" };
    assert_eq!(lines.remove(0), ground, "{name}: the theme");
    let last = lines.pop().unwrap_or_default();
    let looked: u32 = last.strip_prefix("looked at ").unwrap().parse().unwrap();
    assert!(looked > 20, "{name}: the probe saw only {looked} texts");
    assert!(lines.is_empty(), "{name} at {width} (dark: {dark}):\n{}", lines.join("\n"));
    let console: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(console.is_empty(), "{name}: {console:?}");
}

#[test]
fn the_probe_finds_what_is_wrong() {
    let Some(chromium) = chromium() else {
        cannot_run(
            "a page in a browser",
            "no chromium on the path (Debian: apt-get install chromium)",
        );
        return;
    };
    let page = report::page(&fixture::kastelli()).unwrap();
    let spoilt = page.replace(
        "<nav ",
        "<p style=\"color:#999;width:2000px\">too faint and too wide</p>\
         <p style=\"margin-top:-1.5em\">on top of it</p>\
         <svg width=\"90\" height=\"20\"><text x=\"70\" y=\"12\">clipped</text><text x=\"68\" y=\"12\">too</text></svg><img src=\"none.png\"><nav ",
    );
    assert_ne!(spoilt, page);
    let window = Window { width: 1280, height: 800, dark: false };
    let (said, log) = look(&chromium, "spoilt", &spoilt, &window);
    for fault in [
        "contrast 2.",
        "wider than the window",
        "text is clipped: too faint",
        "texts overlap (on top of it)",
        "chart text is clipped: clipped",
        "chart texts overlap (too)",
        "none.png",
    ] {
        assert!(format!("{said}{log}").contains(fault), "not found: {fault}\n{said}");
    }
}

/// The accessibility engine, where it is: the file `axe.min.js` of the package axe-core.
fn axe() -> Option<String> {
    fs::read_to_string(std::env::var_os("DROPZONE_AXE")?).ok()
}

#[test]
fn an_accessibility_engine_finds_nothing_wrong() {
    let what = "an accessibility engine on a page";
    let Some(chromium) = chromium() else {
        return cannot_run(what, "no chromium on the path (Debian: apt-get install chromium)");
    };
    let Some(axe) = axe() else {
        return cannot_run(what, "DROPZONE_AXE names no axe.min.js (npm install axe-core)");
    };
    let script = format!("<script>{axe}</script><script>{}</script>", include_str!("axe.js"));
    let comparison: Comparison =
        serde_json::from_str(include_str!("answers/compare.json")).unwrap();
    let plans: Plans = serde_json::from_str(include_str!("answers/plans.json")).unwrap();
    let pages = [
        ("axe-descent", report::page(&fixture::descent()).unwrap()),
        ("axe-kastelli", report::page(&fixture::kastelli()).unwrap()),
        ("axe-compare", findings::compare(&comparison).page().unwrap()),
        ("axe-plans", findings::plans(&plans).page().unwrap()),
    ];
    for (name, page) in &pages {
        for (width, height, dark) in [(1500, 900, false), (400, 800, true)] {
            let window = Window { width, height, dark };
            let (said, _) = run(&chromium, name, page, "", &script, &window);
            let (passed, wrong): (Vec<&str>, Vec<&str>) =
                said.lines().partition(|line| line.starts_with("passed "));
            assert!(!passed.is_empty(), "{name}: the engine did not run");
            assert!(wrong.is_empty(), "{name} at {width}:\n{}", wrong.join("\n"));
        }
    }
    // It does find what is wrong.
    let spoilt = pages[1].1.replace("<main>", "<main><img src=\"data:,\"><a href=\"#answer\"></a>");
    let window = Window { width: 1500, height: 900, dark: false };
    let (said, _) = run(&chromium, "axe-spoilt", &spoilt, "", &script, &window);
    assert!(said.contains("image-alt: ") && said.contains("link-name: "), "{said}");
}

#[test]
fn a_page_answers_to_keys_pointer_and_clipboard() {
    let Some(chromium) = chromium() else {
        return cannot_run(
            "a page in a browser",
            "no chromium on the path (Debian: apt-get install chromium)",
        );
    };
    let comparison: Comparison =
        serde_json::from_str(include_str!("answers/compare.json")).unwrap();
    let script = format!("<script>{}</script>", include_str!("desk.js"));
    let pages = [
        ("desk-kastelli", report::page(&fixture::kastelli()).unwrap()),
        ("desk-descent", report::page(&fixture::descent()).unwrap()),
        ("desk-compare", findings::compare(&comparison).page().unwrap()),
    ];
    for (name, page) in &pages {
        for (width, height) in [(1500, 900), (1000, 800), (400, 800)] {
            let window = Window { width, height, dark: false };
            let (said, log) = run(&chromium, name, page, "", &script, &window);
            let told = |what: &str| {
                let line =
                    said.lines().find_map(|line| line.strip_prefix(what)?.strip_prefix('\t'));
                line.unwrap_or_else(|| panic!("{name} at {width}: no {what} in {said}\n{log}"))
            };
            // Every chart says its points, and every figure has its numbers to copy.
            for what in ["plots", "copies"] {
                let (some, all) = told(what).split_once(" of ").unwrap();
                assert_eq!(some, all, "{name} at {width}: {what}");
            }
            for what in ["tip", "closed", "inside", "contents in view"] {
                assert_eq!(told(what), "true", "{name} at {width}: {what}\n{said}");
            }
            assert_eq!(told("current"), "1", "{name} at {width}\n{said}");
            assert_eq!(told("first"), told("home"), "{name}");
            // A number and its interval at a point.
            for what in ["first", "pointed"] {
                let interval = told(what).contains("95% interval") || told(what).contains('[');
                assert!(interval, "{name}: {said}");
            }
            assert!(
                !said.contains("ragged copy") && !said.contains("empty copy"),
                "{name}: {said}"
            );
            let copy = told("copy");
            assert!(!copy.contains(['−', '–', '[']) && copy.contains(": low"), "{name}: {copy}");
        }
    }
}

/// What a browser would print, and the number of its sheets.
fn print(chromium: &Path, name: &str, page: &str) -> usize {
    let window = Window { width: 1280, height: 800, dark: false };
    let folder = folder(name, &window);
    fs::write(folder.join("page.html"), page).unwrap();
    let pdf = folder.join("page.pdf");
    let mut command = command(chromium, &folder, &window);
    command.arg("--no-pdf-header-footer").arg(format!("--print-to-pdf={}", pdf.display()));
    command.arg(format!("file://{}", folder.join("page.html").display()));
    let done = command.stdin(Stdio::null()).output().unwrap();
    assert!(done.status.success(), "{name}: {done:?}");
    let pdf = fs::read(&pdf).unwrap();
    let text = String::from_utf8_lossy(&pdf);
    text.match_indices("/Type /Page").filter(|(at, _)| !text[at + 11..].starts_with('s')).count()
}

#[test]
fn a_page_prints_on_two_to_four_sheets() {
    let Some(chromium) = chromium() else {
        return cannot_run(
            "a page in a browser",
            "no chromium on the path (Debian: apt-get install chromium)",
        );
    };
    let comparison: Comparison =
        serde_json::from_str(include_str!("answers/compare.json")).unwrap();
    for (name, page) in [
        ("print-kastelli", report::page(&fixture::kastelli()).unwrap()),
        ("print-descent", report::page(&fixture::descent()).unwrap()),
        ("print-campaign", report::page(&fixture::campaign()).unwrap()),
        ("print-compare", findings::compare(&comparison).page().unwrap()),
    ] {
        let sheets = print(&chromium, name, &page);
        assert!((2..=4).contains(&sheets), "{name}: {sheets} sheets");
    }
}
