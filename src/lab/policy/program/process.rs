//! A process at the other end of two pipes. It is asked line by line, and nobody waits for it for ever.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest answer, in bytes.
const LONGEST: u64 = 1 << 20;
/// How long a process that is no longer needed has to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often we look whether it has.
const GLANCE: Duration = Duration::from_millis(5);

/// A running process.
pub(super) struct Process {
    child: Child,
    /// To the thread that writes: a process that does not read must not stop us. None when it is being dismissed.
    to: Option<Sender<String>>,
    /// From the thread that reads; it ends when the process says nothing more.
    from: Receiver<Result<String, String>>,
}

impl Process {
    /// Starts a program with its arguments. What it writes to its standard error appears on ours.
    pub(super) fn start(words: &[String]) -> io::Result<Process> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for us: the games in progress are played to their end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take());
        let (Some(stdin), Some(stdout)) = pipes else {
            return Err(io::Error::other("it has no standard input or output"));
        };
        let (to, written) = channel();
        let (heard, from) = channel();
        thread::spawn(move || write(stdin, &written));
        thread::spawn(move || read(stdout, &heard));
        Ok(Process { child, to: Some(to), from })
    }

    /// Says something that needs no answer.
    pub(super) fn tell(&mut self, line: &str) {
        if let Some(to) = &self.to {
            // If it has gone, the next question finds out why.
            let _ = to.send(format!("{line}\n"));
        }
    }

    /// Asks, and waits for the answer; or what was wrong.
    pub(super) fn ask(&mut self, line: &str, patience: Duration) -> Result<String, String> {
        match self.from.try_recv() {
            Ok(_) => return Err("spoke before it was asked".into()),
            Err(TryRecvError::Disconnected) => return Err(self.gone()),
            Err(TryRecvError::Empty) => {}
        }
        self.tell(line);
        match self.from.recv_timeout(patience) {
            Ok(said) => said,
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
            Err(RecvTimeoutError::Timeout) => {
                let _ = self.child.kill();
                Err(format!("did not answer within {} s", patience.as_secs_f64()))
            }
        }
    }

    /// How it ended, when its output has.
    fn gone(&mut self) -> String {
        match self.ended(FAREWELL) {
            Some(status) => format!("ended ({status})"),
            None => "closed its output".into(),
        }
    }

    /// Waits for its end for a while.
    fn ended(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < patience => thread::sleep(GLANCE),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    /// With its input at an end, a well-behaved program ends; others are ended.
    fn drop(&mut self) {
        self.to = None;
        if self.ended(FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn write(mut pipe: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read(pipe: ChildStdout, heard: &Sender<Result<String, String>>) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        let read = pipe.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if !read.is_ok_and(|bytes| bytes > 0) {
            return;
        }
        let said = match String::from_utf8(line) {
            Ok(line) if line.ends_with('\n') => Ok(line.trim_end().to_owned()),
            Ok(line) if (line.len() as u64) < LONGEST => {
                Err(format!("ended in the middle of its answer `{}`", line.trim_end()))
            }
            Ok(_) => Err(format!("gave an answer of more than {LONGEST} bytes")),
            Err(_) => Err("gave an answer that is not text in UTF-8".into()),
        };
        if heard.send(said).is_err() {
            return;
        }
    }
}
