//! A test case: a sequence of statements (`t = <s1 … sl>`), and the edits that keep its references in order.
//!
//! Every edit leaves a sequence in which each reference points to an earlier statement. Edits know nothing of types:
//! what may stand where is for the search to say.

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

    /// The statement that defines a variable.
    pub fn definition(&self, variable: VariableRef) -> &Statement {
        &self.statements[variable.index()]
    }

    /// Appends a statement and gives the variable it would define.
    pub fn push(&mut self, statement: Statement) -> VariableRef {
        self.statements.push(statement);
        VariableRef(self.statements.len() as u32 - 1)
    }

    /// Keeps the first `length` statements.
    pub fn truncate(&mut self, length: usize) {
        self.statements.truncate(length);
    }

    /// Inserts statements before `position`. Their references are positions in the finished test: below `position`
    /// for what was there before, from `position` on for each other.
    pub fn insert(&mut self, position: usize, inserted: impl IntoIterator<Item = Statement>) {
        let length = self.len();
        self.statements.splice(position..position, inserted);
        let shift = (self.len() - length) as u32;
        for statement in &mut self.statements[position + shift as usize..] {
            statement.map_references(|variable| {
                VariableRef(if variable.index() < position { variable.0 } else { variable.0 + shift })
            });
        }
    }

    /// Puts another statement in place of one. It must define a variable of the same use, and may only refer to
    /// earlier ones.
    pub fn replace(&mut self, position: usize, statement: Statement) {
        self.statements[position] = statement;
    }

    /// Makes the statement at `position` read another variable, which must be defined earlier, as its `reference`-th
    /// reference in the order of [`Statement::references`].
    pub fn set_reference(&mut self, position: usize, reference: usize, variable: VariableRef) {
        let mut current = 0;
        self.statements[position].map_references(|old| {
            current += 1;
            if current - 1 == reference { variable } else { old }
        });
    }

    /// Makes every reader of `from` read `to` instead, which must be defined before the first of them.
    pub fn redirect(&mut self, from: VariableRef, to: VariableRef) {
        for statement in &mut self.statements[from.index() + 1..] {
            statement.map_references(|variable| if variable == from { to } else { variable });
        }
    }

    /// Removes a statement and everything that needs it, directly or not.
    pub fn remove_with_dependants(&mut self, position: usize) {
        let mut doomed = vec![false; self.len()];
        doomed[position] = true;
        self.remove_all(&mut doomed);
    }

    /// Removes the marked statements and everything that needs them; on return all that was removed is marked.
    pub fn remove_all(&mut self, doomed: &mut [bool]) {
        let mut renumbered = Vec::with_capacity(self.len());
        let mut kept = 0;
        for (position, statement) in self.statements.iter_mut().enumerate() {
            renumbered.push(VariableRef(kept));
            doomed[position] |= statement.references().iter().any(|variable| doomed[variable.index()]);
            if !doomed[position] {
                statement.map_references(|variable| renumbered[variable.index()]);
                kept += 1;
            }
        }
        let mut position = 0;
        self.statements.retain(|_| {
            position += 1;
            !doomed[position - 1]
        });
    }

    /// Appends another test, its references renumbered.
    pub fn append(&mut self, other: &Self) {
        let shift = self.len() as u32;
        self.statements.extend(other.statements.iter().map(|statement| {
            let mut statement = statement.clone();
            statement.map_references(|variable| VariableRef(variable.0 + shift));
            statement
        }));
    }

    /// For every statement, the last one that reads what it defines.
    pub fn last_readers(&self) -> Vec<Option<usize>> {
        let mut readers = vec![None; self.len()];
        for (position, statement) in self.statements.iter().enumerate() {
            for variable in statement.references() {
                readers[variable.index()] = Some(position);
            }
        }
        readers
    }

    /// For every statement, whether the one at `position` needs it: itself, what it reads directly or not, and writes
    /// to the arrays among that. Calls that may change an object are not followed.
    pub fn needed_for(&self, position: usize) -> Vec<bool> {
        let mut needed = vec![false; self.len()];
        needed[position] = true;
        loop {
            let before = needed.iter().filter(|needed| **needed).count();
            for (index, statement) in self.statements[..=position].iter().enumerate().rev() {
                if let Statement::WriteElement { array, .. } = statement {
                    needed[index] |= needed[array.index()];
                }
                if needed[index] {
                    for variable in statement.references() {
                        needed[variable.index()] = true;
                    }
                }
            }
            if needed.iter().filter(|needed| **needed).count() == before {
                return needed;
            }
        }
    }

    /// Removes values, arrays and stubs that reach no call, with the writes to them. Calls stay, and so do stubs whose
    /// superclass has a constructor with parameters, since that may be what is tested.
    pub fn remove_unused_values(&mut self) {
        let mut unused = self.unused_values();
        if unused.contains(&true) {
            self.remove_all(&mut unused);
        }
    }

    /// For every statement, whether [`TestCase::remove_unused_values`] removes it.
    pub fn unused_values(&self) -> Vec<bool> {
        let mut used = vec![false; self.len()];
        for (position, statement) in self.statements.iter().enumerate() {
            let is_call = match statement {
                Statement::Invoke { .. } => true,
                Statement::Stub(instance) => !instance.arguments.is_empty(),
                _ => false,
            };
            if is_call {
                used[position] = true;
                for variable in statement.references() {
                    used[variable.index()] = true;
                }
            }
        }
        self.mark_what_used_values_hold(&mut used);
        used.into_iter().map(|used| !used).collect()
    }

    /// Arrays may be written into each other, in any order and in circles, and stubs give what other stubs give, so this
    /// goes round until nothing changes.
    fn mark_what_used_values_hold(&self, used: &mut [bool]) {
        let mut changed = true;
        while changed {
            changed = false;
            for (position, statement) in self.statements.iter().enumerate() {
                let becomes_used = match statement {
                    Statement::WriteElement { array, .. } => used[array.index()] && !used[position],
                    Statement::Stub(_) => {
                        used[position] && statement.references().iter().any(|read| !used[read.index()])
                    }
                    _ => false,
                };
                if becomes_used {
                    used[position] = true;
                    changed = true;
                    for variable in statement.references() {
                        used[variable.index()] = true;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
