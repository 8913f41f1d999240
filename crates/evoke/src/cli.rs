//! The command line as typed. What it means is in [`crate::options`].

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};
use evoke_search::{AlgorithmName, SearchConfig};
use evoke_study::parse_duration;
use evoke_suite::AssertionChoice;

use crate::project_args::ProjectArgs;
use crate::report_files::ReportFiles;

/// Unit tests for Java bytecode, found by evolutionary search and written as plain JUnit.
#[derive(Debug, Parser)]
#[command(name = "evoke", version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Generate a JUnit suite for each class named, or for those of a whole project.
    Generate(Box<GenerateCommand>),
    /// Print what Evoke finds on this machine and in a project, and what is missing.
    Doctor(DoctorArgs),
    /// Join the results of the parts of a run that several machines did.
    Merge(MergeArgs),
    /// Remove suites that Evoke wrote and nobody has edited since.
    Clean(CleanArgs),
    /// Generate a JUnit suite for the way in which one class calls another.
    Integrate(Box<IntegrateArgs>),
    /// Print which classes call which others, and how many coupled branches that gives.
    Pairs(PairsArgs),
    /// Print what there is to cover in classes, and which branches each goal depends on.
    Goals(GoalsArgs),
    /// Run a JUnit suite in fresh JVMs and print what each test costs.
    MeasureCost(MeasureCostArgs),
    /// Say what a JUnit suite of any origin covers of classes, by every criterion.
    Measure(Box<MeasureArgs>),
    /// Say which mutants of a class a JUnit suite of any origin kills.
    Mutate(Box<MutateArgs>),
    /// Run experiments on test generation and report on them.
    Study {
        #[command(subcommand)]
        command: StudyCommand,
    },
    /// List what an option can be given, one name a line.
    List {
        /// The option.
        topic: ListTopic,
    },
    /// Search for tests and report the goals they cover, without writing any; for studies of the search.
    #[command(name = "__search", hide = true)]
    Search(Box<SearchArgs>),
    /// Run one job with an embedded JVM; started by `generate`.
    #[command(name = "__worker", hide = true)]
    Worker,
    /// Run another command of this program, which ends when whoever started this does; started by `study run`.
    #[command(name = "__tied", hide = true)]
    Tied {
        /// The command.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
        command: Vec<String>,
    },
    /// Enter the sandbox and print which protections this kernel lacks; started by `doctor`.
    #[command(name = "__sandbox", hide = true)]
    Sandbox,
    /// Run a command that may write nothing outside some folders; started by `generate`.
    #[command(name = "__confined", hide = true)]
    Confined {
        /// A folder that it may write to; repeatable.
        #[arg(long = "write")]
        folders: Vec<PathBuf>,
        /// The command.
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
}

/// What `evoke study` does.
#[derive(Debug, Subcommand)]
pub(crate) enum StudyCommand {
    /// Do the runs of a study that are not done yet.
    Run(StudyRunArgs),
    /// Do runs of studies that lie on a queue, until this is stopped.
    Work(StudyWorkArgs),
    /// Say what the runs of a study give: statistics, tables, plots.
    Report(StudyReportArgs),
}

/// Arguments of `evoke study run`.
#[derive(Debug, clap::Args)]
pub(crate) struct StudyRunArgs {
    /// The study file
    #[arg(value_name = "FILE")]
    pub(crate) study: PathBuf,
    /// SQLite file that keeps the results; else that of the study file with the ending `.sqlite`
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Runs at the same time; else what the study file says, else half the cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// JDK to run the classes on; else `JAVA_HOME`, else that of `java` on the path
    #[arg(long, value_name = "DIR")]
    pub(crate) java_home: Option<PathBuf>,
    /// NATS server with JetStream whose workers do the runs: `nats://host:4222`
    #[arg(long, value_name = "URL", conflicts_with = "jobs")]
    pub(crate) queue: Option<String>,
    #[command(flatten)]
    pub(crate) access: QueueAccessArgs,
    /// Do runs again that failed, crashed or took too long
    #[arg(long)]
    pub(crate) retry: bool,
    /// Check the study file and print what there is to do, without doing it
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print errors only
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Arguments of `evoke study work`.
#[derive(Debug, clap::Args)]
pub(crate) struct StudyWorkArgs {
    /// NATS server with JetStream that holds the runs: `nats://host:4222`
    #[arg(long, value_name = "URL")]
    pub(crate) queue: String,
    #[command(flatten)]
    pub(crate) access: QueueAccessArgs,
    /// Runs at the same time; else half the cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// JDK to run the classes on; else `JAVA_HOME`, else that of `java` on the path
    #[arg(long, value_name = "DIR")]
    pub(crate) java_home: Option<PathBuf>,
    /// Print errors and warnings only
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// How to get into a queue. Secrets are in files, since other users of a machine can read its command lines.
#[derive(Debug, clap::Args)]
pub(crate) struct QueueAccessArgs {
    /// User of the queue
    #[arg(long, value_name = "NAME", requires_all = ["queue", "queue_password_file"])]
    pub(crate) queue_user: Option<String>,
    /// File with the user's password in its first line
    #[arg(long, value_name = "FILE", requires = "queue_user")]
    pub(crate) queue_password_file: Option<PathBuf>,
    /// File with a token for the queue in its first line
    #[arg(long, value_name = "FILE", requires = "queue", conflicts_with = "queue_user")]
    pub(crate) queue_token_file: Option<PathBuf>,
    /// PEM file with the certificates that the queue's has to come from; asks for TLS, as does `tls://host:4222`
    #[arg(long, value_name = "FILE", requires = "queue")]
    pub(crate) queue_ca: Option<PathBuf>,
    /// PEM file with this client's certificate; asks for TLS
    #[arg(long, value_name = "FILE", requires_all = ["queue", "queue_key"])]
    pub(crate) queue_cert: Option<PathBuf>,
    /// PEM file with the key of this client's certificate
    #[arg(long, value_name = "FILE", requires = "queue_cert")]
    pub(crate) queue_key: Option<PathBuf>,
    /// Talk to a queue on another machine without TLS, or without user, token and certificate
    #[arg(long, requires = "queue")]
    pub(crate) insecure: bool,
}

/// Arguments of `evoke study report`. Without any file the report goes to standard output as Markdown.
#[derive(Debug, clap::Args)]
pub(crate) struct StudyReportArgs {
    /// The SQLite file of the study
    #[arg(value_name = "FILE")]
    pub(crate) database: PathBuf,
    /// Write one page of HTML that needs nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write Markdown
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Write CSV: a row for each number of each run
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
}

/// What `evoke list` lists.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum ListTopic {
    /// Names for `--algorithm`
    Algorithms,
    /// Names for `--assertions`
    Assertions,
    /// Names for `--criteria`
    Criteria,
    /// Names for `--crossover`
    Crossovers,
    /// Techniques that `--disable` and `--enable` switch off and on
    Techniques,
    /// Those of them that are off unless `--enable` names them
    TechniquesOffByDefault,
    /// Names for `--goal-selection`
    GoalSelections,
}

/// What is to be covered unless `--criteria` says otherwise.
pub(crate) const DEFAULT_CRITERIA: &str = "branch,line";
/// For how long a search goes on without a find unless `--patience` says otherwise.
pub(crate) const DEFAULT_PATIENCE: &str = "8s";
/// What searches for coupled branches of pairs by default.
pub(crate) const DEFAULT_ALGORITHM_OF_PAIRS: AlgorithmName = AlgorithmName::Mosa;
/// Stands for no criterion besides.
pub(crate) const NO_GUIDE: &str = "none";

/// How wide stubs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum StubChoice {
    /// As anonymous classes
    Plain,
    /// As mocks of Mockito 5 or later
    Mockito,
    /// As mocks where the class path has Mockito
    Auto,
}

/// Which goals of which classes: arguments of `evoke generate` and `evoke goals`.
#[derive(Debug, clap::Args)]
pub(crate) struct GoalArgs {
    /// Class by its binary name (`java.util.Map$Entry`), or `package.*`, or `package.**` for subpackages too
    #[arg(value_name = "CLASS", required = true)]
    pub(crate) classes: Vec<String>,
    /// Jars, folders of classes, or `folder/*` for its jars, separated by `:`
    #[arg(long, visible_alias = "cp", value_name = "PATH", default_value = ".")]
    pub(crate) classpath: String,
    /// JDK to run the classes on; else `JAVA_HOME`, else that of `java` on the path
    #[arg(long, value_name = "DIR")]
    pub(crate) java_home: Option<PathBuf>,
    /// Coverage criteria, separated by commas; `default` is the combination of eight (see `evoke list criteria`)
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = DEFAULT_CRITERIA)]
    pub(crate) criteria: Vec<String>,
    /// Which goals guide the search: `all`, `smart` for a smaller set that stands for the rest, or `branch-only`
    #[arg(long, value_name = "NAME", default_value_t = SearchConfig::default().goal_selection.to_string())]
    pub(crate) goal_selection: String,
    /// `--goal-selection smart` keeps the last line of every basic block with at least so many lines
    #[arg(long, value_name = "N", default_value_t = SearchConfig::default().line_threshold)]
    pub(crate) line_threshold: u16,
    /// Search algorithm; some need the branches among the goals that guide
    #[arg(long, value_name = "NAME", default_value_t = SearchConfig::default().algorithm.to_string())]
    pub(crate) algorithm: String,
}

/// Arguments of `evoke goals`.
#[derive(Debug, clap::Args)]
pub(crate) struct GoalsArgs {
    #[command(flatten)]
    pub(crate) goals: GoalArgs,
    /// Print one JSON object
    #[arg(long, conflicts_with = "dot")]
    pub(crate) json: bool,
    /// Print the control dependence graph in Graphviz form
    #[arg(long)]
    pub(crate) dot: bool,
}

/// Arguments of `evoke generate`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("classes", |arg| arg.required(false)))]
pub(crate) struct GenerateCommand {
    #[command(flatten)]
    pub(crate) generate: GenerateArgs,
    /// Tests of your own, whose work is not done again: a source, a folder of them, or a folder or jar of compiled ones; may be repeated
    #[arg(long, value_name = "SUITE", requires = "classes")]
    pub(crate) extend: Vec<PathBuf>,
    #[command(flatten, next_help_heading = "Whole projects")]
    pub(crate) project: ProjectArgs,
}

/// What `evoke generate` has in common with other commands that generate.
#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) goals: GoalArgs,
    /// Where the .java files go, in their package's folder [default: evoke-tests; of a project the modules' folders of tests]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Wall clock for one class, or for a whole project, all phases included: `30s`, `2m`, `500ms` [default: 30s; for a project more the more classes it has]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub(crate) budget: Option<Duration>,
    /// Executed statements of the search instead of time: the same seed gives the same files
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "budget")]
    pub(crate) budget_statements: Option<u64>,
    /// Stop searching when nothing new was covered for as long as this, and for as long as the last find took; or `off`
    #[arg(long, value_name = "DURATION", value_parser = parse_patience, default_value = DEFAULT_PATIENCE)]
    pub(crate) patience: Patience,
    /// Criteria that the search aims at besides, separated by commas, for tests that notice more mutants; or `none`
    /// [default: weak-mutation for classes that are named, where all goals guide `dynamosa` or `mosa` and assertions are chosen by mutants; else none]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) guide: Vec<String>,
    /// Seed of the random generator
    #[arg(long, value_name = "N", default_value_t = SearchConfig::default().seed)]
    pub(crate) seed: u64,
    /// How two tests are crossed: `hmx` crosses their arguments too, `single-point` does not
    #[arg(long, value_name = "NAME", default_value_t = SearchConfig::default().crossover.to_string())]
    pub(crate) crossover: String,
    /// How it is decided what tests assert: by the `mutants` of the class that it gives away, or by what seems `telling`
    #[arg(long, value_name = "NAME", default_value_t = AssertionChoice::Mutants.to_string())]
    pub(crate) assertions: String,
    /// JUnit version to write for [default: 5; that of a project]
    #[arg(long, value_name = "5|4", value_parser = ["4", "5"])]
    pub(crate) junit: Option<String>,
    /// How to write objects of more than three methods that tests implement themselves
    #[arg(long, value_name = "NAME", value_enum, default_value_t = StubChoice::Auto)]
    pub(crate) stubs: StubChoice,
    /// Write tests that differ in their values alone as one `@ParameterizedTest`, where the class path has junit-jupiter-params
    #[arg(long)]
    pub(crate) parameterized: bool,
    /// Classes worked on at the same time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) files: ReportFiles,
    /// Keep the tests found, in a form that later runs can begin with
    #[arg(long, value_name = "FILE")]
    pub(crate) save_tests: Option<PathBuf>,
    /// Begin the search with the tests of such a file
    #[arg(long, value_name = "FILE")]
    pub(crate) start_from: Option<PathBuf>,
    /// Print errors only
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Techniques of the search to do without, separated by commas; for measuring what each is worth
    #[arg(long, value_name = "LIST", value_delimiter = ',', hide = true)]
    pub(crate) disable: Vec<String>,
    /// Techniques of the search that are off by default, separated by commas; for measuring what each is worth
    #[arg(long, value_name = "LIST", value_delimiter = ',', hide = true)]
    pub(crate) enable: Vec<String>,
    /// Count what the tests found cost, whatever the algorithm; for studies
    #[arg(long, hide = true)]
    pub(crate) count_effort: bool,
}

/// Arguments of `evoke doctor`.
#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    /// The folder of the build file
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) project: PathBuf,
    /// JDK to run classes on; else `JAVA_HOME`, else that of `java` on the path
    #[arg(long, value_name = "DIR")]
    pub(crate) java_home: Option<PathBuf>,
    /// Classes that would be worked on at the same time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
}

/// Arguments of `evoke merge`.
#[derive(Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// What `evoke generate --shard K/N --json RESULT` wrote, for every K
    #[arg(value_name = "RESULT", required = true)]
    pub(crate) results: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) files: ReportFiles,
    /// Write a page about the whole into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
}

/// Arguments of `evoke clean`.
#[derive(Debug, clap::Args)]
pub(crate) struct CleanArgs {
    /// The folder of a project, or one of suites
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
}

/// Arguments of `evoke pairs`.
#[derive(Debug, clap::Args)]
pub(crate) struct PairsArgs {
    /// Callers by their binary names, or `package.*`, or `package.**`; else all of the class path. With --dot caller and callee
    #[arg(value_name = "CLASS")]
    pub(crate) classes: Vec<String>,
    /// Jars, folders of classes, or `folder/*` for its jars, separated by `:`
    #[arg(long, visible_alias = "cp", value_name = "PATH", default_value = ".")]
    pub(crate) classpath: String,
    /// Take the callers from the Maven or Gradle project in this folder, and what they call from there and from what it depends on
    #[arg(long, value_name = "DIR", conflicts_with_all = ["classes", "classpath", "dot"])]
    pub(crate) project: Option<PathBuf>,
    /// JDK whose classes these use; else `JAVA_HOME`, else that of `java` on the path
    #[arg(long, value_name = "DIR")]
    pub(crate) java_home: Option<PathBuf>,
    /// The first so many only
    #[arg(long, value_name = "N")]
    pub(crate) top: Option<usize>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "dot")]
    pub(crate) json: bool,
    /// Draw one pair in Graphviz form
    #[arg(long)]
    pub(crate) dot: bool,
}

/// Arguments of `evoke integrate`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("classes", |arg| arg
    .value_names(["CALLER", "CALLEE"])
    .num_args(2)
    .required(false)
    .required_unless_present("all")
    .help("The class that calls and the class that is called, by their binary names")))]
#[command(mut_arg("criteria", |arg| arg.hide(true)))]
#[command(mut_arg("goal_selection", |arg| arg.hide(true)))]
#[command(mut_arg("line_threshold", |arg| arg.hide(true)))]
#[command(mut_arg("guide", |arg| arg.hide(true)))]
#[command(mut_arg("algorithm", |arg| arg.default_value(DEFAULT_ALGORITHM_OF_PAIRS.name())))]
pub(crate) struct IntegrateArgs {
    #[command(flatten)]
    pub(crate) generate: GenerateArgs,
    /// All pairs of the class path, the most coupled branches first; the budget is that of all together
    #[arg(long, conflicts_with_all = ["classes", "save_tests", "start_from"])]
    pub(crate) all: bool,
    /// Of all pairs the first so many
    #[arg(long, value_name = "N", requires = "all")]
    pub(crate) top: Option<usize>,
}

/// Arguments of `evoke __search`.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) generate: GenerateArgs,
    /// Minimise the tests found before they are counted
    #[arg(long)]
    pub(crate) minimise: bool,
}

/// Arguments of `evoke measure-cost`.
#[derive(Debug, clap::Args)]
pub(crate) struct MeasureCostArgs {
    /// Sources of test classes, or folders of them
    #[arg(value_name = "SUITE", required = true)]
    pub(crate) suites: Vec<PathBuf>,
    /// Jars, folders of classes, or `folder/*` for its jars, separated by `:`
    #[arg(long, visible_alias = "cp", value_name = "PATH", default_value = ".")]
    pub(crate) classpath: String,
    /// Number of JVMs that the suite is run in, one after the other
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000), default_value = "10")]
    pub(crate) runs: u32,
    /// What one run of the suite may take
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, default_value = "2m")]
    pub(crate) timeout: Duration,
    /// JDK to compile and run the suite with; else `JAVA_HOME`, else that of `java` on the path
    #[arg(long, value_name = "DIR")]
    pub(crate) java_home: Option<PathBuf>,
    /// Write the result as one JSON object
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Print errors only
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// For how long to go on without a find; `None` for as long as the budget lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Patience(pub(crate) Option<Duration>);

fn parse_patience(text: &str) -> Result<Patience, String> {
    if text == "off" { Ok(Patience(None)) } else { parse_duration(text).map(|least| Patience(Some(least))) }
}

/// How a suite of any origin is run: arguments of `evoke measure` and `evoke mutate`.
#[derive(Debug, clap::Args)]
pub(crate) struct SuiteArgs {
    /// Jars, folders of classes, or `folder/*` for its jars, separated by `:`; what the suite needs, too
    #[arg(long, visible_alias = "cp", value_name = "PATH", default_value = ".")]
    pub(crate) classpath: String,
    /// What one test may take
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, default_value = "30s")]
    pub(crate) test_timeout: Duration,
    /// Let tests write files anywhere, use the network and start programs, as under a build tool
    #[arg(long)]
    pub(crate) no_sandbox: bool,
    /// JDK to compile and run the suite with; else `JAVA_HOME`, else that of `java` on the path
    #[arg(long, value_name = "DIR")]
    pub(crate) java_home: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Print errors only
    #[arg(short, long, conflicts_with_all = ["verbose", "json"])]
    pub(crate) quiet: bool,
    /// Name what is not covered and what is not killed
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// Arguments of `evoke measure`.
#[derive(Debug, clap::Args)]
pub(crate) struct MeasureArgs {
    /// Sources of test classes, folders of them, or folders or jars of compiled ones
    #[arg(value_name = "SUITE", required = true)]
    pub(crate) suites: Vec<PathBuf>,
    /// Class to measure on by its binary name, or `package.*`, or `package.**`; may be repeated
    #[arg(long = "class", value_name = "CLASS", num_args = 1.., required_unless_present = "pairs")]
    pub(crate) classes: Vec<String>,
    /// Pair of classes whose coupled branches to measure; may be repeated
    #[arg(long = "pair", value_names = ["CALLER", "CALLEE"], num_args = 2)]
    pub(crate) pairs: Vec<String>,
    /// Coverage criteria, separated by commas; else all of one class but strong-mutation, for which there is `--mutants`
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) criteria: Vec<String>,
    /// Run the suite on the mutants of each class too, of a pair on those of the callee
    #[arg(long)]
    pub(crate) mutants: bool,
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
}

/// Arguments of `evoke mutate`.
#[derive(Debug, clap::Args)]
pub(crate) struct MutateArgs {
    /// Class by its binary name, or `package.*`, or `package.**` for subpackages too
    #[arg(value_name = "CLASS", required = true)]
    pub(crate) classes: Vec<String>,
    /// Sources of test classes, folders of them, or folders or jars of compiled ones
    #[arg(long, value_name = "SUITE", num_args = 1.., required = true)]
    pub(crate) tests: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn command_line_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn time_and_statement_budget_exclude_each_other() {
        let both = ["evoke", "generate", "A", "--budget", "3s", "--budget-statements", "5"];
        assert!(Cli::try_parse_from(both).is_err());
    }
}
