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
