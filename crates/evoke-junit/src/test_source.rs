//! A test method on its way to the file: its body as a syntax tree, so that an assertion can be taken out again when it
//! turns out not to compile or not to hold.

use std::collections::BTreeSet;

use evoke_analysis::GoalId;
use serde::{Deserialize, Serialize};

use crate::fixture::FixtureKind;
use crate::java::{
    Expression, Import, Statement, Type, adapt_line_ends, assertion_imports, assertion_mut, assertions,
    drop_assertion, each_expression, each_inside, imports, is_check, on_one_line, to_raw_types,
    without_assertions, without_unused_variables,
};
use crate::parameter_table::{MIN_ROWS, ParameterTable, Row};
use crate::test_body::TestBody;

/// A test method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestSource {
    /// Name of the method.
    pub name: String,
    /// What it covers, all rows together, ascending.
    pub goals: Vec<GoalId>,
    /// What the file says of it, line by line.
    pub comment: Vec<String>,
    /// Whether its body is written without type arguments, which compilers warn of.
    pub(crate) is_raw: bool,
    /// Whether its stubs are written out in it as a whole, since they do not compile otherwise.
    pub(crate) inlines_stubs: bool,
    pub(crate) body: TestBody,
    /// Of a test with mocks, the body that does without.
    pub(crate) plain: Option<Box<TestBody>>,
    /// Kinds of warnings that a compiler was seen to give of the classes of its stubs.
    pub(crate) stub_warnings: BTreeSet<String>,
    /// Kinds of warnings that a compiler was seen to give of it.
    pub(crate) warnings: BTreeSet<String>,
    /// Of a test that is run for several inputs, these.
    pub(crate) table: Option<ParameterTable>,
}

/// What JUnit runs and tells the end of: a test, or a row of one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// As build tools call it: the method, and the number of the row, from 1, in brackets.
    pub name: String,
    /// What it covers, ascending.
    pub goals: Vec<GoalId>,
    /// What it is called as long as its suite has it, whatever other rows are lost.
    pub(crate) key: CaseKey,
}

/// The test, and of a row what it is called as a test of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CaseKey {
    pub(crate) test: String,
    pub(crate) row: Option<String>,
}

impl TestSource {
    /// What JUnit runs of it, in its order.
    pub(crate) fn cases(&self) -> Vec<Case> {
        let key =
            |row: Option<&Row>| CaseKey { test: self.name.clone(), row: row.map(|row| row.name.clone()) };
        let Some(table) = &self.table else {
            return vec![Case { name: self.name.clone(), goals: self.goals.clone(), key: key(None) }];
        };
        let case = |(position, row): (usize, &Row)| Case {
            name: format!("{}[{}]", self.name, position + 1),
            goals: row.goals.clone(),
            key: key(Some(row)),
        };
        table.rows.iter().enumerate().map(case).collect()
    }

    /// Whether its class is to set the locale for it.
    pub(crate) fn has_fixed_locale(&self) -> bool {
        self.body.fixtures.contains(&FixtureKind::FixedLocale)
    }

    /// Whether it is the test, or has the row, of this name.
    pub(crate) fn is_or_was(&self, name: &str) -> bool {
        let rows = self.table.iter().flat_map(|table| &table.rows);
        self.name == name || rows.into_iter().any(|row| row.name == name)
    }

    /// The test of its own that a row of it is.
    pub(crate) fn of_row(row: Row) -> Self {
        let Row { name, goals, cells: _, body } = row;
        Self {
            name,
            goals,
            comment: Vec::new(),
            is_raw: false,
            inlines_stubs: false,
            body,
            plain: None,
            stub_warnings: BTreeSet::new(),
            warnings: BTreeSet::new(),
            table: None,
        }
    }

    /// Shows all expressions of all its forms.
    pub(crate) fn each_expression(&mut self, visit: &mut impl FnMut(&mut Expression)) {
        each_expression(&mut self.body.statements, visit);
        if let Some(plain) = &mut self.plain {
            each_expression(&mut plain.statements, visit);
        }
        for row in self.table.iter_mut().flat_map(|table| &mut table.rows) {
            each_expression(&mut row.body.statements, visit);
            row.cells.iter_mut().for_each(|cell| each_inside(&mut cell.java, visit));
        }
    }

    /// Takes the rows out that are not to be kept and gives them; all, if the rest is too few for a table.
    pub(crate) fn take_rows(&mut self, keep: impl Fn(&Row) -> bool) -> Vec<Row> {
        let Some(table) = &mut self.table else { return Vec::new() };
        let n_kept = table.rows.iter().filter(|row| keep(row)).count();
        let rows = std::mem::take(&mut table.rows);
        let (kept, taken) = rows.into_iter().partition(|row| n_kept >= MIN_ROWS && keep(row));
        table.rows = kept;
        self.count_goals();
        taken
    }

    /// Drops the rows that are not to be kept and gives them, even if few are left.
    pub(crate) fn drop_rows(&mut self, keep: impl Fn(&Row) -> bool) -> Vec<Row> {
        let Some(table) = &mut self.table else { return Vec::new() };
        let (kept, dropped) = std::mem::take(&mut table.rows).into_iter().partition(keep);
        table.rows = kept;
        self.count_goals();
        dropped
    }

    fn count_goals(&mut self) {
        let of_rows = self.table.iter().flat_map(|table| &table.rows).flat_map(|row| &row.goals);
        self.goals = of_rows.copied().collect::<BTreeSet<GoalId>>().into_iter().collect();
    }

    /// Writes its body without type arguments; `false` if there are none, or none any more.
    pub(crate) fn make_raw(&mut self) -> bool {
        if self.is_raw {
            return false;
        }
        let parameterised = self.body.statements.clone();
        to_raw_types(&mut self.body.statements);
        self.is_raw = self.body.statements != parameterised;
        self.is_raw
    }

    /// Writes its stubs out as a whole; `false` if they are already.
    pub(crate) fn inline_stubs(&mut self) -> bool {
        !std::mem::replace(&mut self.inlines_stubs, true)
    }

    /// Writes its body without mocks; `false` if there are none, or none any more.
    pub(crate) fn make_plain(&mut self) -> bool {
        let plain = self.plain.take();
        let has_mocks = plain.is_some();
        if let Some(plain) = plain {
            self.body = *plain;
            self.is_raw = false;
        }
        has_mocks
    }

    /// What compilers would warn of in its body, and should not.
    pub(crate) fn suppressed_warnings(&self) -> BTreeSet<&str> {
        let expected: &[&str] = if self.is_raw {
            &["cast", "rawtypes", "unchecked"]
        } else if self.plain.is_some() && self.body.statements.iter().any(is_unchecked_mock) {
            &["unchecked"]
        } else {
            &[]
        };
        self.warnings.iter().map(String::as_str).chain(expected.iter().copied()).collect()
    }

    /// Number of its assertions. They are counted from 0 in the order of the text.
    pub fn n_assertions(&self) -> usize {
        assertions(&self.body.statements).len()
    }

    /// Whether it covers nothing that it was kept for, and checks nothing: what was there for a mutant and has lost the assertion that
    /// notices it.
    pub(crate) fn shows_nothing(&self) -> bool {
        self.table.is_none() && self.goals.is_empty() && self.checks_nothing()
    }

    /// Whether it says nothing of what is expected.
    pub(crate) fn checks_nothing(&self) -> bool {
        !self.body.statements.iter().any(is_check)
    }

    /// Whether nothing is said of what its last statement does.
    pub(crate) fn ends_unchecked(&self) -> bool {
        self.body.statements.last().is_some_and(|last| !is_check(last))
    }

    /// Whether a call stays when the assertion goes.
    pub(crate) fn keeps_call(&self, assertion: usize) -> bool {
        assertions(&self.body.statements).get(assertion).is_some_and(|found| found.call.is_some())
    }

    /// Takes out an assertion, the call inside it excepted, and gives its text; `None` if there are not so many.
    pub(crate) fn drop_assertion(&mut self, assertion: usize) -> Option<String> {
        let mut dropped = drop_assertion(&mut self.body.statements, assertion)?;
        self.body.statements = without_unused_variables(std::mem::take(&mut self.body.statements));
        dropped.call = None;
        Some(on_one_line(&Statement::Assertion(dropped)))
    }

    /// Has the texts that an assertion expects end their lines as where they are run; `false` if it expects none with line ends, or does so
    /// already.
    pub(crate) fn adapt_line_ends(&mut self, assertion: usize) -> bool {
        let Some(assertion) = assertion_mut(&mut self.body.statements, assertion) else { return false };
        match &mut assertion.check {
            Expression::ImportedCall { method, arguments, .. }
                if matches!(method.as_str(), "assertEquals" | "assertArrayEquals") =>
            {
                arguments.first_mut().is_some_and(adapt_line_ends)
            }
            _ => false,
        }
    }

    /// Which assertions need the import of this declaration. One of them is `None` if the rest of the test needs it.
    pub(crate) fn users_of_import(&self, declaration: &str) -> Vec<Option<usize>> {
        let declares =
            |imports: BTreeSet<Import>| imports.iter().any(|import| import.declaration() == declaration);
        let mut users = Vec::new();
        for (number, assertion) in assertions(&self.body.statements).into_iter().enumerate() {
            if declares(assertion_imports(assertion)) {
                users.push(Some(number));
            }
        }
        let of_table = self.table.iter().flat_map(ParameterTable::imports).collect();
        if declares(imports(&without_assertions(&self.body.statements))) || declares(of_table) {
            users.push(None);
        }
        users
    }
}

/// Whether the statement declares a mock to have type arguments, which a class literal has not.
fn is_unchecked_mock(statement: &Statement) -> bool {
    match statement {
        Statement::Declaration { ty: Type::Class(class), value: Expression::ImportedCall { .. }, .. } => {
            !class.arguments.is_empty()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::{Assertion, ClassType, Try, literal};
    use crate::testing::test_source;

    fn check(expected: i32, call: Option<&str>) -> Statement {
        let called = |name: &str| Expression::variable("account").call(name, Vec::new());
        let actual = call.map_or(Expression::variable("sum"), called);
        let check = Expression::ImportedCall {
            class: "org.junit.Assert".to_owned(),
            method: "assertEquals".to_owned(),
            arguments: vec![literal::int(expected), actual],
        };
        let call = call.map(|name| Box::new(Statement::Expression(called(name))));
        Statement::Assertion(Assertion { check, call })
    }

    fn test() -> TestSource {
        let nested = Try {
            body: vec![Statement::Expression(Expression::variable("account").call("fail", Vec::new()))],
            exception: ClassType {
                import: Some("java.io.IOException".into()),
                ..ClassType::named("IOException")
            },
            variable: "exception".to_owned(),
            handler: vec![check(2, None)],
        };
        let statements =
            vec![check(0, None), check(1, Some("close")), Statement::Try(nested), check(3, None)];
        test_source("closes", statements)
    }

    fn text(test: &TestSource) -> Vec<String> {
        test.body.statements.iter().map(on_one_line).collect()
    }

    #[test]
    fn assertion_goes_and_the_call_inside_it_stays() {
        let mut test = test();
        assert!(test.keeps_call(1) && !test.keeps_call(0));
        assert_eq!(test.drop_assertion(1).unwrap(), "assertEquals(1, account.close());");
        assert_eq!(text(&test)[1], "account.close();");
        assert_eq!(test.n_assertions(), 3);
    }

    #[test]
    fn assertion_inside_a_catch_leaves_a_catch_that_says_why_it_is_empty() {
        let mut test = test();
        assert_eq!(test.drop_assertion(2).unwrap(), "assertEquals(2, sum);");
        assert_eq!(
            text(&test)[2],
            "try {\n    account.fail();\n} catch (IOException exception) {\n    // Expected.\n}"
        );
        assert_eq!(test.drop_assertion(2).unwrap(), "assertEquals(3, sum);");
        assert_eq!(test.drop_assertion(2), None);
    }

    #[test]
    fn import_belongs_to_the_assertions_and_the_code_that_need_it() {
        let test = test();
        let users = test.users_of_import("import static org.junit.Assert.assertEquals;");
        assert_eq!(users, [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(test.users_of_import("import java.io.IOException;"), [None]);
        assert!(test.users_of_import("import java.util.List;").is_empty());
    }
}
