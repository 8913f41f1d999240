//! Studies over a queue: a real NATS server that is restarted, workers that are killed.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use evoke_study::RunStatus;

use crate::study::{assert_same_table, project, runs};
use crate::support::{Project, stderr};

/// More than anything here takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// A process that is killed when it goes.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    fn start(command: &mut Command) -> Self {
        let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Self(silent.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}; `make install-tools`")))
    }

    fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }

    fn end(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("it does not come to its end")
    }
}

/// A NATS server with a port of its own, in the folder of a project.
struct Server<'a> {
    project: &'a Project,
    port: u16,
    options: Vec<String>,
    process: Option<Running>,
}

impl<'a> Server<'a> {
    fn new(project: &'a Project, options: &[&str]) -> Self {
        let options = options.iter().map(|&option| option.to_owned()).collect();
        let mut server = Self { project, port: free_port(), options, process: None };
        server.start();
        server
    }

    /// Kills it and starts it again with what it had on its disk.
    fn restart(&mut self) {
        self.process = None;
        self.start();
    }

    fn start(&mut self) {
        let mut command = Command::new(nats_server());
        command.args(["--jetstream", "--addr", "127.0.0.1", "--port", &self.port.to_string(), "--store_dir"]);
        self.process = Some(Running::start(command.arg(self.project.path("nats")).args(&self.options)));
        let end = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(Instant::now() < end, "the NATS server does not start");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn worker(&self, options: &[&str]) -> Running {
        let url = self.url();
        let mut arguments = vec!["study", "work", "--queue", &url, "--jobs", "1"];
        arguments.extend(options);
        Running::start(&mut self.project.command(&arguments))
    }

    fn study(&self, out: &str, options: &[&str]) -> Running {
        let url = self.url();
        let mut arguments = vec!["study", "run", "study.toml", "--out", out, "--queue", &url];
        arguments.extend(options);
        Running::start(&mut self.project.command(&arguments))
    }
}

/// The one that was named, or built by `make install-tools`, or is on the path.
fn nats_server() -> OsString {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/nats-server");
    match env::var_os("EVOKE_TEST_NATS_SERVER") {
        Some(named) => named,
        None if built.is_file() => built.into(),
        None => "nats-server".into(),
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[test]
fn queue_whose_workers_and_server_are_killed_gives_the_table_of_one_process() {
    let project = project(8);
    let whole = project.evoke(&["study", "run", "study.toml", "--out", "whole.sqlite"]);
    assert!(whole.status.success(), "{}", stderr(&whole));
    let mut server = Server::new(&project, &[]);
    let mut study = server.study("spread.sqlite", &[]);
    let mut workers = [server.worker(&[]), server.worker(&[])];
    let end = Instant::now() + PATIENCE;
    // Fixed moments, at which runs are under way, results on their way and workers idle.
    for round in 0.. {
        thread::sleep(Duration::from_millis(700));
        if study.has_ended() {
            break;
        }
        assert!(Instant::now() < end, "the study does not come to its end");
        if round % 3 == 2 && round < 20 {
            workers[round % 2] = server.worker(&[]);
        }
        if round == 4 || round == 10 {
            server.restart();
        }
        // One that met no server when it was started has ended.
        for worker in workers.iter_mut().filter_map(|worker| worker.has_ended().then_some(worker)) {
            *worker = server.worker(&[]);
        }
    }
    assert!(study.end().success());
    assert_same_table(&project.path("spread.sqlite"), &project.path("whole.sqlite"));
}

#[test]
fn study_that_is_killed_finds_what_workers_did_meanwhile() {
    let project = project(1);
    let server = Server::new(&project, &[]);
    let mut study = server.study("study.sqlite", &[]);
    let worker = server.worker(&[]);
    let end = Instant::now() + PATIENCE;
    let file = project.path("study.sqlite");
    while !file.is_file()
        || evoke_study::Store::open_to_read(&file).is_ok_and(|it| it.done().unwrap().is_empty())
    {
        assert!(Instant::now() < end && !study.has_ended(), "no result comes");
        thread::sleep(Duration::from_millis(20));
    }
    drop(study);
    // Whatever is left is done by a worker that no study waits for, before it is asked for again.
    thread::sleep(Duration::from_secs(10));
    drop(worker);
    let mut again = server.study("study.sqlite", &[]);
    let _worker = server.worker(&[]);
    assert!(again.end().success());
    let found = runs(&file);
    assert_eq!(found.iter().map(|run| &run.id).collect::<BTreeSet<_>>().len(), 4);
    assert!(found.iter().all(|run| run.outcome.status == RunStatus::Ok), "{found:?}");
}

#[test]
fn server_that_asks_for_a_token_lets_those_in_who_have_it() {
    let project = project(1);
    fs::write(project.path("token"), "open sesame\n").unwrap();
    let server = Server::new(&project, &["--auth", "open sesame"]);
    let refused = project.evoke(&["study", "run", "study.toml", "--queue", &server.url()]);
    assert_eq!(refused.status.code(), Some(3), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("authorization violation"), "{}", stderr(&refused));
    let access = ["--queue-token-file", "token"];
    let _worker = server.worker(&access);
    assert!(server.study("study.sqlite", &access).end().success());
    assert_eq!(runs(&project.path("study.sqlite")).len(), 4);
}

#[test]
fn worker_that_has_other_code_ends_and_leaves_the_run_to_others() {
    let project = project(1);
    let server = Server::new(&project, &[]);
    let mut study = server.study("study.sqlite", &[]);
    let end = Instant::now() + PATIENCE;
    while !project.path("study.sqlite").is_file() {
        assert!(Instant::now() < end && !study.has_ended(), "the study does not begin");
        thread::sleep(Duration::from_millis(20));
    }
    let intruder = project.path("classes/more");
    fs::write(&intruder, "").unwrap();
    let unfit = project.evoke(&["study", "work", "--queue", &server.url()]);
    assert_eq!(unfit.status.code(), Some(3), "{}", stderr(&unfit));
    assert!(stderr(&unfit).contains("is other code here"), "{}", stderr(&unfit));
    fs::remove_file(intruder).unwrap();
    let _worker = server.worker(&[]);
    assert!(study.end().success());
    assert!(runs(&project.path("study.sqlite")).iter().all(|run| run.outcome.status == RunStatus::Ok));
}
