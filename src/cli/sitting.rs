//! One session of a study: its games are kept, however it ends, and the next session continues from there.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::Context as _;
use engine::Seed;
use lab::{Ended, Job, Record, Sink, Table};
use report::Dossier;
use serde::Serialize;
use study::{Outcomes, RunFolder, StudyAsked, StudyError, StudyFolder};

use crate::arm::{Games, Seated};
use crate::failure::{End, Hint, is_of_a_script};
use crate::line::Line;
use crate::progress::Progress;
use crate::stop::Stop;
use crate::{args, output};

/// A study being played.
pub(crate) struct Sitting {
    folder: StudyFolder,
    stop: Stop,
    /// Games played in this session, and after how many it stops.
    played: AtomicU64,
    most: u64,
    /// The complete command line that resumes the study.
    resume: String,
}

/// Stopped by the user before the answer was there.
#[derive(Copy, Clone, Debug, thiserror::Error)]
#[error("stopped before the answer")]
pub(crate) struct Interrupted;

impl Sitting {
    /// Begins or resumes a study. Its folder is the one given, or `reports/SYSTEM-NAME-COMMAND`.
    pub(crate) fn begin(asked: &StudyAsked, args: &args::Sitting) -> anyhow::Result<Sitting> {
        let name = format!("{}-{}", asked.scenario.replace('/', "-"), asked.study);
        let path = args.out.clone().unwrap_or_else(|| Path::new("reports").join(name));
        let resume = resume_line(&asked.command, &path, args);
        let folder = StudyFolder::begin(&path, asked, args.resume)?;
        let stop = Stop::listen(&stopped(&path, &resume))?;
        let most = args.max_games.unwrap_or(u64::MAX);
        Ok(Sitting { folder, stop, played: AtomicU64::new(0), most, resume })
    }

    /// Does the work. If anything interrupts it, the command line that resumes it is printed.
    pub(crate) fn hold(
        self,
        work: impl FnOnce(&Sitting) -> anyhow::Result<End>,
    ) -> anyhow::Result<End> {
        let ended = work(&self);
        let path = self.folder.path().to_path_buf();
        match ended {
            Ok(end) => {
                self.folder.finish()?;
                Ok(end)
            }
            Err(error) if error.is::<Interrupted>() => {
                eprintln!("{}", stopped(&path, &self.resume));
                Ok(End::Undecided)
            }
            Err(error) => {
                // Resuming would end in the same way.
                let for_good = matches!(
                    error.downcast_ref::<StudyError>(),
                    Some(StudyError::NoSuchMeasure { .. })
                );
                let hint = if is_of_a_script(&error) {
                    format!(
                        "finished games are kept in {}, but a mended script is another player: choose another --out, or remove the folder",
                        path.display()
                    )
                } else if for_good {
                    format!(
                        "its games are kept in {}; choose another --out, or remove the folder, to ask for another measure",
                        path.display()
                    )
                } else {
                    kept(&path, &self.resume)
                };
                Err(error.context(Hint(hint)))
            }
        }
    }

    /// Plays every arm and returns its games.
    pub(crate) fn play(
        &self,
        arms: Vec<(String, Seated)>,
        games: Games,
    ) -> anyhow::Result<Vec<(String, Outcomes)>> {
        self.play_as_asked(arms.into_iter().map(|arm| (arm, games)).collect())
    }

    /// The same, with a number of games for each arm.
    pub(crate) fn play_as_asked(
        &self,
        arms: Vec<((String, Seated), Games)>,
    ) -> anyhow::Result<Vec<(String, Outcomes)>> {
        self.play_each(arms, Sitting::play_arm)
    }

    /// The same, but the games stay in the folder and are read from there until the answer is written:
    /// there may be too many for memory.
    pub(crate) fn play_on_disk(
        &self,
        arms: Vec<(String, Seated)>,
        games: Games,
    ) -> anyhow::Result<Vec<(String, Outcomes)>> {
        let arms = arms.into_iter().map(|arm| (arm, games)).collect();
        self.play_each(arms, |sitting, arm, place, games, progress| {
            let mut folder = sitting.folder.arm(place, &arm.outcomes, 0..games.count)?;
            let job = sitting.job(&folder, games, progress);
            sitting.run(arm.table.as_ref(), &job, progress, &mut folder)?;
            Ok(arm.outcomes.read_from(&folder)?)
        })
    }

    fn play_each(
        &self,
        arms: Vec<((String, Seated), Games)>,
        play: impl Fn(&Sitting, &mut Seated, &str, Games, &Progress) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<(String, Outcomes)>> {
        let progress = Progress::new(arms.iter().map(|(_, games)| games.count).sum(), 0);
        let played = arms.into_iter().enumerate().map(|(number, ((name, mut arm), games))| {
            play(self, &mut arm, &format!("{number:05}"), games, &progress)?;
            Ok((name, arm.outcomes))
        });
        let played: anyhow::Result<Vec<_>> = played.collect();
        progress.clear();
        played
    }

    /// Continues an arm until it has the given number of games. `place` distinguishes it from everything else that
    /// this study plays.
    pub(crate) fn play_arm(
        &self,
        arm: &mut Seated,
        place: &str,
        games: Games,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        let folder = self.folder.arm(place, &arm.outcomes, arm.outcomes.games()..games.count)?;
        arm.outcomes.restore(&folder)?;
        let job = self.job(&folder, games, progress);
        let mut sink = Kept { folder, outcomes: &mut arm.outcomes };
        self.run(arm.table.as_ref(), &job, progress, &mut sink)
    }

    /// A job for the games that a folder lacks; those it has are done.
    fn job(&self, folder: &RunFolder, games: Games, progress: &Progress) -> Job<'_> {
        let missing = folder.missing_games();
        progress.skip(missing.start - folder.slice().start);
        let (seed, threads, stop) = (Seed(games.seed), games.threads, self.stop.games());
        Job { seed, games: missing, chunk: folder.asked().chunk(), threads, stop }
    }

    fn run(
        &self,
        table: &dyn Table,
        job: &Job<'_>,
        progress: &Progress,
        sink: &mut dyn Sink,
    ) -> anyhow::Result<()> {
        let each = |record: &Record| self.ended(record, progress);
        let ended = self.stop.while_playing(|| lab::run(table, job, &each, sink))?;
        // A signal after the last game of an arm stops the study too.
        if ended != Ended::Done || self.stop.is_asked() { Err(Interrupted.into()) } else { Ok(()) }
    }

    /// Plays games that belong to no arm, with something that checks the flag before each game and reports each.
    pub(crate) fn play_loose<T>(
        &self,
        progress: &Progress,
        play: impl FnOnce(&AtomicBool, &(dyn Fn(&Record) + Sync)) -> T,
    ) -> T {
        let each = |record: &Record| self.ended(record, progress);
        self.stop.while_playing(|| play(self.stop.games(), &each))
    }

    /// Whether no more games are to be played.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.games().load(Ordering::SeqCst) || self.stop.is_asked()
    }

    /// A game has ended: it may have been the last of this session.
    fn ended(&self, record: &Record, progress: &Progress) {
        progress.add(record);
        if self.played.fetch_add(1, Ordering::Relaxed) + 1 >= self.most {
            self.stop.games().store(true, Ordering::SeqCst);
        }
    }

    /// Keeps a file until the answer is written.
    pub(crate) fn keep(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        Ok(self.folder.keep(name, bytes)?)
    }

    /// What an earlier session kept under a name.
    pub(crate) fn kept(&self, name: &str) -> anyhow::Result<Option<String>> {
        Ok(self.folder.kept(name)?)
    }

    /// The folder of the answer.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file into the folder of the answer, completely or not at all.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        Ok(self.folder.put(name, bytes)?)
    }

    /// Writes `NAME.json`, `NAME.md` and `index.html`, and prints the answer.
    pub(crate) fn answer(
        &self,
        name: &str,
        numbers: &impl Serialize,
        dossier: &Dossier,
    ) -> anyhow::Result<()> {
        let mut json = serde_json::to_string_pretty(numbers).context("the answer is no JSON")?;
        json.push('\n');
        self.put(&format!("{name}.md"), dossier.markdown().as_bytes())?;
        self.put("index.html", dossier.page()?.as_bytes())?;
        self.put(&format!("{name}.json"), json.as_bytes())?;
        let page = self.folder.path().join("index.html");
        output::print(&format!("{}\nreport: {}\n", dossier.text(), page.display()))
    }
}

/// Keeps finished chunks on disk and in memory.
struct Kept<'a> {
    folder: RunFolder,
    outcomes: &'a mut Outcomes,
}

impl Sink for Kept<'_> {
    fn chunk(
        &mut self,
        first: u64,
        records: Vec<Record>,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        self.folder.keep(first, &records)?;
        self.outcomes.chunk(first, records)
    }
}

fn stopped(path: &Path, resume: &str) -> String {
    format!("stopped before the answer; {}", kept(path, resume))
}

fn kept(path: &Path, resume: &str) -> String {
    format!("finished games are kept in {}; resume with\n  {resume}", path.display())
}

fn resume_line(command: &str, path: &Path, args: &args::Sitting) -> String {
    let more = Line::more()
        .each("--threads", args.threads)
        .each("--max-games", args.max_games)
        .option("--out", path.display())
        .flag("--resume", true);
    format!("{command} {more}")
}
