//! `evoke mutate`: a class and a suite of any origin in, which mutants of the class the suite kills out.

use anyhow::Result;
use evoke_report::MeasureSchema;

use crate::class_selection;
use crate::cli::MutateArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::measure::{Measurement, finish};
use crate::prepared_suite::PreparedSuite;
use crate::progress::Screen;
use crate::suite_files::listed;

/// Runs the suite on the mutants of each class.
pub(crate) fn run(args: &MutateArgs) -> Result<ExitCode> {
    let suite = PreparedSuite::new(&args.tests, &args.suite)?;
    let classes = class_selection::expand(&args.classes, &suite.class_path, &suite.jdk)?;
    class_selection::refuse_classes_of_the_jdk(&classes, &suite.class_path)?;
    let screen = Screen::new(args.suite.verbosity());
    let mut measurement = Measurement::new(&suite, &screen, MeasureSchema::MutateV1);
    for class in &classes {
        let record = measurement.class(class, &[], true)?;
        measurement.record.subjects.push(record);
    }
    finish(&measurement.record, &args.suite, || {
        Failure::usage(format_args!("no test in {}", listed(&args.tests)))
            .with_hint("a suite has methods annotated with JUnit's @Test")
    })
}
