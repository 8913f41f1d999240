//! What a user reads where a study's database cannot be used.

use evoke_study::StoreError;

use crate::failure::Failure;

/// Whatever the database refuses, what it holds stays there.
pub(super) fn store_failure(error: StoreError) -> Failure {
    match &error {
        StoreError::NotAStudy(_) | StoreError::OtherForm { .. } | StoreError::Broken { .. } => {
            Failure::usage(error).with_hint("give another file; this one was left as it is")
        }
        StoreError::Missing(_) => Failure::usage(error).with_hint("`evoke study run` makes it"),
        StoreError::Busy(_) => {
            Failure::usage(error).with_hint("wait for it, or give another file with --out")
        }
        StoreError::Lock { .. } | StoreError::Sqlite { .. } => Failure::environment(error)
            .with_hint("results that were kept are there; the same command goes on from them"),
    }
}
