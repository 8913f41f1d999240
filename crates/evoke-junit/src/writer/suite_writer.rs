//! Writes a suite: one test after the other, with one set of simple names for all.

use std::collections::BTreeSet;

use evoke_analysis::TestCluster;
use evoke_classfile::ClassName;
use evoke_suite::AssertedTest;

use super::fixtures::fixture;
use super::grouping::{Group, groups};
use super::mock_draft::{draft_with_mocks, has_mock};
use super::specimen;
use super::table::{goals, table, table_classes};
use super::test_scope::TestScope;
use super::test_writer::TestWriter;
use super::type_names::TypeNames;
use crate::class_names::ClassNames;
use crate::fixture::{Fixture, FixtureKind};
use crate::java::{Expression, literal};
use crate::junit_version::JUnitVersion;
use crate::names::{Conditions, GroupName, SuiteNames, in_order, name_suite};
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
    /// Whether tests that differ in literals alone become one that takes them as parameters; of JUnit 5 only.
    pub parameterized: bool,
}

impl SuiteWriter<'_> {
    /// The suite `class_name` in `package` (with dots) with a method for every test, or for several that are alike; tests of one method stand
    /// together.
    pub fn write(&self, package: &str, class_name: &str, drafts: &[AssertedTest]) -> SuiteSource {
        let drafts = &in_order(drafts, self.cluster, &self.conditions)[..];
        let mocking: Vec<Option<AssertedTest>> = drafts.iter().map(|draft| self.with_mocks(draft)).collect();
        let groups = self.groups(drafts, &mocking);
        let mut names = TypeNames::new(self.classes, package, class_name);
        let mut tests = Vec::new();
        let rows: Vec<&[usize]> = groups.iter().map(|group| group.rows.as_slice()).collect();
        let SuiteNames { tests: test_names, groups: group_names } =
            name_suite(drafts, &rows, self.cluster, &self.conditions);
        let named = drafts.iter().zip(test_names);
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
                stub_warnings: BTreeSet::new(),
                warnings: BTreeSet::new(),
                table: None,
            });
        }
        let specimens = self.specimens(&mut names, drafts, &tests);
        let mut fixtures = self.fixtures(&tests, &mut names);
        let mut tests = self.grouped(tests, drafts, groups.iter().zip(group_names), &mut names);
        for test in &mut tests {
            test.each_expression(&mut |it| name_box(it, &mut names));
        }
        let tests = without_repetitions(tests);
        let qualified_annotation = !names.claim("Test", self.version.test_annotation());
        // Whether a test needs these is only seen when the suite is verified.
        for kind in FixtureKind::ADDED_LATER {
            if fixtures.iter().all(|fixture| fixture.kind != kind) {
                fixtures.push(fixture(kind, self.version, &mut names));
            }
        }
        SuiteSource {
            package: package.to_owned(),
            class_name: class_name.to_owned(),
            command: None,
            version: self.version,
            qualified_annotation,
            says_no_throw: false,
            fixtures,
            tests,
            specimens,
        }
    }

    /// The tests that become one each. Those with mocks are told what to answer one by one.
    fn groups(&self, drafts: &[AssertedTest], mocking: &[Option<AssertedTest>]) -> Vec<Group> {
        if !self.parameterized || self.version != JUnitVersion::V5 {
            return Vec::new();
        }
        let may_be: Vec<bool> = mocking.iter().map(Option::is_none).collect();
        groups(drafts, self.cluster, &may_be)
    }

    /// The tests with those of each group in one, in the place of the first of them.
    fn grouped<'g>(
        &self,
        tests: Vec<TestSource>,
        drafts: &[AssertedTest],
        groups: impl Iterator<Item = (&'g Group, GroupName)>,
        names: &mut TypeNames<'g>,
    ) -> Vec<TestSource>
    where
        Self: 'g,
    {
        let mut tests: Vec<Option<TestSource>> = tests.into_iter().map(Some).collect();
        for (group, name) in groups {
            let separate = group.rows.iter().filter_map(|row| tests[*row].take()).collect();
            let classes = table_classes(names);
            let scope = TestScope::new(&group.template, self.cluster, names, self.version, StubStyle::Plain);
            let mut scope = scope.taking(&group.holes, &group.given_back);
            let table = table(&mut scope, group, drafts, separate, name.factory, classes);
            tests[group.rows[0]] = Some(TestSource {
                name: name.test,
                goals: goals(&table),
                comment: Vec::new(),
                is_raw: false,
                inlines_stubs: false,
                body: TestWriter::new(scope, self.classes).write(),
                plain: None,
                stub_warnings: BTreeSet::new(),
                warnings: BTreeSet::new(),
                table: Some(table),
            });
        }
        tests.into_iter().flatten().collect()
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

/// Names a class of `java.lang` that a literal needs as the file has to: another class may have its simple name.
fn name_box(expression: &mut Expression, names: &mut TypeNames<'_>) {
    if let Expression::Class(class) = expression
        && let Some(simple) =
            class.import.as_deref().and_then(|import| import.strip_prefix(literal::JAVA_LANG))
    {
        *class = names.class(&ClassName::new(&format!("java/lang/{simple}")));
    }
}

/// The tests without those that read like an earlier one, which has their goals too: what a test calls only because inspectors do, an
/// assertion of another test calls as well.
fn without_repetitions(tests: Vec<TestSource>) -> Vec<TestSource> {
    let mut kept: Vec<TestSource> = Vec::with_capacity(tests.len());
    for test in tests {
        let is_same = |earlier: &&mut TestSource| {
            earlier.table.is_none()
                && test.table.is_none()
                && (&earlier.body, &earlier.plain) == (&test.body, &test.plain)
        };
        match kept.iter_mut().find(is_same) {
            Some(earlier) => {
                earlier.goals.extend(test.goals);
                earlier.goals.sort_unstable();
                earlier.goals.dedup();
            }
            None => kept.push(test),
        }
    }
    kept
}
