//! Writes a suite: one test after the other, with one set of simple names for all.

use std::collections::BTreeSet;

use evoke_analysis::TestCluster;
use evoke_suite::AssertedTest;

use super::fixtures::fixture;
use super::mock_draft::{draft_with_mocks, has_mock};
use super::specimen;
use super::test_scope::TestScope;
use super::test_writer::TestWriter;
use super::type_names::TypeNames;
use crate::class_names::ClassNames;
use crate::fixture::{Fixture, FixtureKind};
use crate::junit_version::JUnitVersion;
use crate::names::{Conditions, name_tests};
use crate::specimen_source::SpecimenSource;
use crate::stub_style::StubStyle;
use crate::suite::SuiteSource;
use crate::test_source::TestSource;

/// Writes suites for one class under test.
pub struct SuiteWriter<'a> {
    /// What the tests call.
    pub cluster: &'a TestCluster,
    /// How classes are named.
    pub classes: &'a dyn ClassNames,
    /// What the branches that tests cover are called.
    pub conditions: Conditions,
    /// What the suite is written for.
    pub version: JUnitVersion,
    /// How it writes wide stubs.
    pub stubs: StubStyle,
}

impl SuiteWriter<'_> {
    /// The suite `class_name` in `package` (with dots) with a method for every test.
    pub fn write(&self, package: &str, class_name: &str, drafts: &[AssertedTest]) -> SuiteSource {
        let mocking: Vec<Option<AssertedTest>> = drafts.iter().map(|draft| self.with_mocks(draft)).collect();
        let mut names = TypeNames::new(self.classes, package, class_name);
        let mut tests = Vec::new();
        let named = drafts.iter().zip(name_tests(drafts, self.cluster, &self.conditions));
        for ((draft, name), mocking) in named.zip(&mocking) {
            let mut body = |draft, stubs| {
                let scope = TestScope::new(draft, self.cluster, &mut names, self.version, stubs);
                TestWriter::new(scope, self.classes).write()
            };
            let plain = body(draft, StubStyle::Plain);
            let mocking = mocking.as_ref().map(|mocking| body(mocking, StubStyle::Mockito));
            let (body, plain) = match mocking.filter(|mocking| *mocking != plain) {
                Some(mocking) => (mocking, Some(Box::new(plain))),
                None => (plain, None),
            };
            tests.push(TestSource {
                name,
                goals: draft.goals.clone(),
                comment: Vec::new(),
                is_raw: false,
                inlines_stubs: false,
                body,
                plain,
            });
        }
        let specimens = self.specimens(&mut names, drafts, &tests);
        let fixtures = self.fixtures(&tests, &mut names);
        let qualified_annotation = !names.claim("Test", self.version.test_annotation());
        SuiteSource {
            package: package.to_owned(),
            class_name: class_name.to_owned(),
            version: self.version,
            qualified_annotation,
            fixtures,
            tests,
            specimens,
        }
    }

    /// The test with mocks, if it is to have some.
    fn with_mocks(&self, draft: &AssertedTest) -> Option<AssertedTest> {
        let has_mock = self.stubs == StubStyle::Mockito && has_mock(&draft.test, self.cluster);
        has_mock.then(|| draft_with_mocks(draft, self.cluster))
    }

    /// The specimens that tests use; `tests` are those of the drafts.
    fn specimens(
        &self,
        names: &mut TypeNames<'_>,
        drafts: &[AssertedTest],
        tests: &[TestSource],
    ) -> Vec<SpecimenSource> {
        let mut sources = Vec::new();
        for used in &self.cluster.specimens {
            let users: Vec<String> = drafts
                .iter()
                .zip(tests)
                .filter(|(draft, _)| specimen::uses(&draft.test, used, self.cluster))
                .map(|(_, test)| test.name.clone())
                .collect();
            if !users.is_empty() {
                sources.push(specimen::source(used, names, users));
            }
        }
        sources
    }

    /// What the class declares for its tests.
    fn fixtures(&self, tests: &[TestSource], names: &mut TypeNames<'_>) -> Vec<Fixture> {
        let needed: BTreeSet<FixtureKind> =
            tests.iter().flat_map(|test| test.body.fixtures.iter().copied()).collect();
        needed.into_iter().map(|kind| fixture(kind, self.version, names)).collect()
    }
}
