//! A test case: a sequence of statements (`t = <s1 … sl>`).

use serde::{Deserialize, Serialize};

use crate::{Statement, VariableRef};

/// A sequence of statements in which every reference points to an earlier statement that defines a variable.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TestCase {
    statements: Vec<Statement>,
}

impl TestCase {
    /// A test of these statements.
    pub fn new(statements: Vec<Statement>) -> Self {
        Self { statements }
    }

    /// The statements in order.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// Number of statements.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// Whether it does nothing.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// Appends a statement and gives the variable it would define.
    pub fn push(&mut self, statement: Statement) -> VariableRef {
        self.statements.push(statement);
        VariableRef(self.statements.len() as u32 - 1)
    }
}
