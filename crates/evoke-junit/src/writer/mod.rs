//! Writes tests as a JUnit suite in plain Java that a reviewer would accept: literals where they are used, variables
//! with names, imports instead of qualified names, no casts but necessary ones.
//!
//! Nothing here compiles or runs anything: what is wrong in a rare corner is found and taken out by
//! [`crate::SuiteVerifier`].

mod arguments;
mod array;
mod call;
mod call_log;
#[cfg(test)]
mod copy_tests;
mod definition;
mod exception;
mod expected_value;
mod file_question;
mod fixtures;
#[cfg(test)]
mod folder_tests;
mod grouping;
mod junit_call;
mod list;
mod mock;
mod mock_arguments;
mod mock_draft;
#[cfg(test)]
mod mock_tests;
mod mock_verification;
mod observation;
#[cfg(test)]
mod overload_tests;
mod overloads;
mod plan;
mod polynomial;
mod specimen;
mod stub;
#[cfg(test)]
mod stub_tests;
mod suite_writer;
mod table;
#[cfg(test)]
mod table_tests;
mod test_folder;
mod test_scope;
mod test_writer;
#[cfg(test)]
mod tests;
mod text;
mod throws;
mod type_names;
mod value;
#[cfg(test)]
mod value_tests;

pub use mock_draft::has_mock;
pub use suite_writer::SuiteWriter;
