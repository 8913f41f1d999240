//! What finished runs leave behind: the versioned [`RunRecord`] that `--json` writes, and the [`Summary`] that ends
//! the output on a terminal; and [`CostRecord`] and [`MeasureRecord`], what suites cost to run
//! and what they cover and kill, in both forms.
//!
//! Records are plain data. Nothing here reaches into a run, reads a clock or touches a file.
//!
//! ```
//! use evoke_report::{ClassRecord, RunRecord, Status};
//!
//! let class = ClassRecord { tests: 3, ..ClassRecord::new("com.example.Account", Status::Ok) };
//! let record = RunRecord::new("0.1.0", vec![class]);
//! let read = RunRecord::from_json(&record.to_json()?)?;
//! assert_eq!(read.classes[0].tests, 3);
//! # Ok::<(), evoke_report::RecordError>(())
//! ```

mod change_record;
mod checkup;
mod cost;
mod existing_record;
mod goal_count;
mod goal_place;
mod html_report;
mod left_to_gain;
mod measure;
mod measure_text;
mod merge;
mod package_totals;
mod project_summary;
mod quartiles;
mod record;
mod rounds;
mod sarif;
mod shard_record;
mod summary;
mod table;
mod verification_xml;

pub use change_record::{ChangeKind, ChangeRecord};
pub use checkup::{Checkup, Finding, Verdict};
pub use cost::{ClassCost, Cost, CostRecord, CostSample, CostSchema, TestCost};
pub use existing_record::ExistingRecord;
pub use goal_count::GoalCount;
pub use goal_place::GoalPlace;
pub use html_report::HtmlReport;
pub use left_to_gain::{LeftToGain, most_left_to_gain};
pub use measure::{
    FateCount, GoalRecord, MeasureRecord, MeasureSchema, MeasuredTestRecord, MutantFate, MutantRecord,
    MutationRecord, SubjectRecord, TestResult,
};
pub use measure_text::MeasureText;
pub use merge::MergeError;
pub use project_summary::ProjectSummary;
pub use quartiles::Quartiles;
pub use record::{
    ClassRecord, LeftOutRecord, MutantCount, PhaseSeconds, RecordError, RunRecord, SchemaVersion, Status,
    TestRecord, TimelinePoint, UncoveredGoalRecord,
};
pub use shard_record::{ShardRecord, name_in_parts};
pub use summary::Summary;
