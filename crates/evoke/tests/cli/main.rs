//! The binary as users run it, on the trees of `testdata`.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod assertions;
mod circumstances;
mod criteria;
mod effort;
mod extend;
mod files;
mod formats;
mod generate;
mod goals;
mod handed;
mod harm;
mod integrate;
mod interrupted;
mod measure;
mod measure_cost;
mod mocks;
mod overriding;
mod parameterized;
mod process_state;
mod project;
mod project_again;
mod project_existing;
mod project_trouble;
mod report_files;
mod saved_tests;
mod serialization;
mod shared_costs;
mod specimens;
mod static_fields;
mod strong_mutation;
mod study;
mod study_queue;
mod support;
mod wrong_input;
