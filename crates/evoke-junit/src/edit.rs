//! Changes to a test that keep it well formed: every reference still points to an earlier statement that defines a
//! variable of a fitting type.

use evoke_analysis::TestCluster;
use evoke_testcase::{Statement, TestCase, VariableRef};

/// The first statements of the test.
pub(crate) fn truncated(test: &TestCase, length: usize) -> TestCase {
    TestCase::new(test.statements().iter().take(length).cloned().collect())
}

/// The test with one statement in place of another that defines the same variable.
pub(crate) fn replaced(test: &TestCase, position: usize, statement: Statement) -> TestCase {
    let mut statements = test.statements().to_vec();
    if let Some(place) = statements.get_mut(position) {
        *place = statement;
    }
    TestCase::new(statements)
}

/// The test without the statement and all that need what it defines, by however many steps.
pub(crate) fn without_dependants(test: &TestCase, position: usize) -> TestCase {
    let mut removed = vec![false; test.len()];
    for (current, statement) in test.statements().iter().enumerate() {
        removed[current] =
            current == position || statement.references().iter().any(|reference| removed[reference.index()]);
    }
    compacted(test.statements().to_vec(), &removed)
}

/// The test without the statement, its uses given the nearest earlier variable that fits; `None` if it has no uses or
/// nothing fits.
pub(crate) fn rebound(test: &TestCase, cluster: &TestCluster, position: usize) -> Option<TestCase> {
    let variable = VariableRef(position as u32);
    let ty = test.statements()[position].defined_type(cluster)?;
    let is_used = test.statements().iter().any(|statement| statement.references().contains(&variable));
    let fits = |statement: &Statement| {
        statement.defined_type(cluster).is_some_and(|found| found == ty || cluster.is_assignable(found, ty))
    };
    let substitute = test.statements()[..position].iter().rposition(fits).filter(|_| is_used)?;
    let mut statements = test.statements().to_vec();
    for statement in &mut statements {
        statement.map_references(|reference| {
            if reference == variable { VariableRef(substitute as u32) } else { reference }
        });
    }
    let mut removed = vec![false; statements.len()];
    removed[position] = true;
    Some(compacted(statements, &removed))
}

/// Leaves out what is marked. Nothing that stays may refer to it.
fn compacted(statements: Vec<Statement>, removed: &[bool]) -> TestCase {
    let mut new_positions = Vec::with_capacity(statements.len());
    let mut kept = Vec::new();
    for (mut statement, removed) in statements.into_iter().zip(removed) {
        new_positions.push(VariableRef(kept.len() as u32));
        if !removed {
            statement.map_references(|reference| new_positions[reference.index()]);
            kept.push(statement);
        }
    }
    TestCase::new(kept)
}
