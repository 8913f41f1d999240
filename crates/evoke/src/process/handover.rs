//! What the search's worker leaves for the one that writes: observed tests, by ids of one analysis.
//!
//! The supervisor passes it on unread. Ids mean something beside one analysis only, so the fingerprint of that analysis
//! travels with them, and a worker that sees another class refuses them.

use evoke_suite::ObservedTest;
use serde::{Deserialize, Serialize};

/// What a set of ids belongs to: equal exactly where class, class path and options gave the same tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fingerprint(pub(crate) u64);

/// Observed tests in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Handover {
    fingerprint: Fingerprint,
    tests: Vec<u8>,
}

/// Why the tests cannot be taken over.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HandoverError {
    /// The class, its class path or an option is not what it was.
    #[error("the class or its class path changed while tests were generated")]
    OtherAnalysis,
    /// The bytes are not what was packed.
    #[error("read the tests that the search left")]
    Broken(#[from] postcard::Error),
}

impl Handover {
    /// Packs tests whose ids are those of the analysis.
    pub(crate) fn pack(fingerprint: Fingerprint, tests: &[ObservedTest]) -> Result<Self, HandoverError> {
        Ok(Self { fingerprint, tests: postcard::to_stdvec(tests)? })
    }

    /// The tests, for an analysis that gives the same ids.
    pub(crate) fn unpack(&self, fingerprint: Fingerprint) -> Result<Vec<ObservedTest>, HandoverError> {
        if self.fingerprint != fingerprint {
            return Err(HandoverError::OtherAnalysis);
        }
        Ok(postcard::from_bytes(&self.tests)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_another_analysis_are_refused() {
        let handover = Handover::pack(Fingerprint(1), &[]).unwrap();
        assert!(matches!(handover.unpack(Fingerprint(2)), Err(HandoverError::OtherAnalysis)));
        assert_eq!(handover.unpack(Fingerprint(1)).unwrap(), Vec::new());
    }
}
