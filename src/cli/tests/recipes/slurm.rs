//! A one-node Slurm, for the duration of a test.

use std::fs::{self, File, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::cannot_run::cannot_run;

/// Programs in Debian's packages slurmctld, slurmd, slurm-client and munge.
const PROGRAMS: [&str; 5] = ["munged", "slurmctld", "slurmd", "sbatch", "sinfo"];

pub struct Slurm {
    folder: tempfile::TempDir,
    daemons: Vec<Child>,
}

impl Slurm {
    /// Starts it; `None`, with the reason on standard error, if it is not installed. If it is installed, it must start.
    pub fn start() -> Option<Slurm> {
        let missing: Vec<&str> =
            PROGRAMS.into_iter().filter(|program| find(program).is_none()).collect();
        if !missing.is_empty() {
            cannot_run("the recipe for clusters", &format!("{} not found", missing.join(", ")));
            return None;
        }
        let mut slurm = Slurm { folder: tempfile::tempdir().unwrap(), daemons: Vec::new() };
        slurm.write_files();
        let (socket, conf) = (slurm.path("munge.socket"), slurm.conf());
        slurm.daemon(
            Command::new(find("munged")?)
                .args(["--foreground", "--force"])
                .arg(option("--key-file", &slurm.path("munge.key")))
                .arg(option("--socket", &socket))
                .arg(option("--pid-file", &slurm.path("munged.pid")))
                .arg(option("--log-file", &slurm.path("munged.log")))
                .arg(option("--seed-file", &slurm.path("munged.seed"))),
        );
        slurm.wait_for("munge", || socket.exists());
        slurm.daemon(Command::new(find("slurmctld")?).args(["-D", "-i", "-f"]).arg(&conf));
        slurm.daemon(Command::new(find("slurmd")?).args(["-D", "-N", "here", "-f"]).arg(&conf));
        slurm.wait_for("a node that is idle", || {
            let states = Command::new("sinfo")
                .args(["--noheader", "--format=%T"])
                .env("SLURM_CONF", &conf)
                .output()
                .unwrap();
            String::from_utf8_lossy(&states.stdout).trim() == "idle"
        });
        Some(slurm)
    }

    /// For the variable `SLURM_CONF`.
    pub fn conf(&self) -> PathBuf {
        self.path("slurm.conf")
    }

    /// What the daemons said.
    pub fn log(&self) -> String {
        let read = |file: &str| fs::read_to_string(self.path(file)).unwrap_or_default();
        ["daemons.log", "munged.log", "slurmctld.log", "slurmd.log"].map(read).join("\n")
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn write_files(&self) {
        // Munge accepts neither a key that others can read nor a socket in a folder that others cannot read.
        fs::set_permissions(self.folder.path(), Permissions::from_mode(0o755)).unwrap();
        fs::write(self.path("munge.key"), [b'k'; 128]).unwrap();
        fs::set_permissions(self.path("munge.key"), Permissions::from_mode(0o600)).unwrap();
        for folder in ["state", "spool"] {
            fs::create_dir(self.path(folder)).unwrap();
        }
        let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let [controller, node] = free_ports();
        let user = std::env::var("USER").unwrap_or_else(|_| "root".into());
        let folder = self.folder.path().display();
        let conf = format!(
            "ClusterName=dropzone\n\
             SlurmctldHost={host}(127.0.0.1)\n\
             SlurmUser={user}\n\
             SlurmdUser={user}\n\
             AuthType=auth/munge\n\
             AuthInfo=socket={folder}/munge.socket\n\
             SlurmctldPort={controller}\n\
             SlurmdPort={node}\n\
             SlurmctldPidFile={folder}/slurmctld.pid\n\
             SlurmdPidFile={folder}/slurmd.pid\n\
             SlurmctldLogFile={folder}/slurmctld.log\n\
             SlurmdLogFile={folder}/slurmd.log\n\
             StateSaveLocation={folder}/state\n\
             SlurmdSpoolDir={folder}/spool\n\
             ProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\n\
             SelectType=select/cons_tres\n\
             SelectTypeParameters=CR_CPU\n\
             SchedulerParameters=sched_interval=1,batch_sched_delay=0\n\
             MpiDefault=none\n\
             MailProg=/bin/true\n\
             ReturnToService=2\n\
             NodeName=here NodeHostname={host} NodeAddr=127.0.0.1 CPUs={processors} State=UNKNOWN\n\
             PartitionName=all Nodes=here Default=YES MaxTime=INFINITE State=UP\n",
            host = host.trim(),
        );
        fs::write(self.conf(), conf).unwrap();
    }

    fn daemon(&mut self, command: &mut Command) {
        let log = File::options().create(true).append(true).open(self.path("daemons.log")).unwrap();
        let child = command
            .env("SLURM_CONF", self.conf())
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        self.daemons.push(child);
    }

    fn wait_for(&self, what: &str, there: impl Fn() -> bool) {
        let begin = Instant::now();
        while !there() {
            let late = begin.elapsed() > Duration::from_mins(1);
            assert!(!late, "Slurm is installed and gave no {what}\n{}", self.log());
            sleep(Duration::from_millis(200));
        }
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

fn option(name: &str, path: &Path) -> String {
    format!("{name}={}", path.display())
}

/// Two unused ports.
fn free_ports() -> [u16; 2] {
    let listen = || TcpListener::bind("127.0.0.1:0").unwrap();
    [listen(), listen()].map(|listener| listener.local_addr().unwrap().port())
}

/// A program on the path or in the superuser's folders, which are not on every path.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/sbin", "/sbin"].map(PathBuf::from))
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}
