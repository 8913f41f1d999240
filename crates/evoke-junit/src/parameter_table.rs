//! The inputs and expected values of a test that JUnit runs once for each row, and how they are written: as CSV, or by a method that
//! gives them where a value has no form in CSV.

use evoke_analysis::GoalId;
use serde::{Deserialize, Serialize};

use crate::csv_cell::{CsvCell, csv_row, null_word};
use crate::java::{Expression, Import, Parameter, Statement, Type, imports, literal, on_one_line};
use crate::test_body::TestBody;

/// Fewer tests are read faster one by one.
pub(crate) const MIN_ROWS: usize = 3;

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ParameterTable {
    /// What the test takes.
    pub(crate) parameters: Vec<Parameter>,
    /// How many of them say what is expected; they come last.
    pub(crate) n_expected: usize,
    /// What is handed to it, in the order in which it is run.
    pub(crate) rows: Vec<Row>,
    /// The method that gives the rows, where CSV does not.
    pub(crate) factory: String,
    /// Classes that are named around it.
    pub(crate) classes: TableClasses,
}

/// What one run of the test is handed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// What the row is called as a test of its own.
    pub(crate) name: String,
    /// What it covers, ascending.
    pub(crate) goals: Vec<GoalId>,
    /// One for each parameter.
    pub(crate) cells: Vec<Cell>,
    /// What it does as a test of its own.
    pub(crate) body: TestBody,
}

/// A value for a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cell {
    /// The value in Java.
    pub(crate) java: Expression,
    /// The value in CSV, if it has a form there.
    pub(crate) csv: Option<CsvCell>,
}

/// Classes of JUnit and the JDK as the file writes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableClasses {
    /// `ParameterizedTest`
    pub(crate) annotation: Type,
    /// `CsvSource`
    pub(crate) csv: Type,
    /// `MethodSource`
    pub(crate) method: Type,
    /// `Arguments`
    pub(crate) arguments: Type,
    /// `Stream`
    pub(crate) stream: Type,
}

impl ParameterTable {
    /// The annotations of the test.
    pub(crate) fn annotations(&self) -> Vec<String> {
        let mut lines =
            vec![format!("@{}(name = {})", self.classes.annotation, java_string(&self.run_name()))];
        match self.csv_rows() {
            Some((rows, null_word)) => {
                let open = if null_word.is_some() { "value = {" } else { "{" };
                lines.push(format!("@{}({open}", self.classes.csv));
                lines.extend(rows.iter().map(|row| format!("    {},", java_string(row))));
                let nulls = null_word.map(|word| format!(", nullValues = {}", java_string(word)));
                lines.push(format!("}}{})", nulls.unwrap_or_default()));
            }
            None => {
                lines.push(format!("@{}({})", self.classes.method, java_string(&self.factory)));
            }
        }
        lines
    }

    /// The method that gives the rows; none where they are written as CSV.
    pub(crate) fn factory_lines(&self) -> Vec<String> {
        if self.csv_rows().is_some() {
            return Vec::new();
        }
        let TableClasses { arguments, stream, .. } = &self.classes;
        let mut lines = vec![
            format!("static {stream}<{arguments}> {}() {{", self.factory),
            format!("    return {stream}.of("),
        ];
        for (position, row) in self.rows.iter().enumerate() {
            let cells: Vec<String> = row.cells.iter().map(|cell| self.argument(cell)).collect();
            let end = if position + 1 == self.rows.len() { ");" } else { "," };
            lines.push(format!("            {arguments}.of({}){end}", cells.join(", ")));
        }
        lines.push("}".to_owned());
        lines
    }

    /// What the annotations and the method need imported.
    pub(crate) fn imports(&self) -> Vec<Import> {
        let is_csv = self.csv_rows().is_some();
        let TableClasses { annotation, csv, method, arguments, stream } = &self.classes;
        let around = if is_csv { vec![annotation, csv] } else { vec![annotation, method, arguments, stream] };
        let parameters = self.parameters.iter().map(|parameter| &parameter.ty);
        let named = around.into_iter().chain(parameters).map(|ty| Expression::ClassLiteral(ty.clone()));
        let cells = self.rows.iter().flat_map(|row| &row.cells).filter(|_| !is_csv);
        let written = named.chain(cells.map(|cell| cell.java.clone())).map(Statement::Expression);
        imports(&written.collect::<Vec<_>>()).into_iter().collect()
    }

    /// What a run is called: `numerator {0}, denominator {1} gives {2}`.
    fn run_name(&self) -> String {
        let n_inputs = self.parameters.len() - self.n_expected;
        let shown = |(position, parameter): (usize, &Parameter)| format!("{} {{{position}}}", parameter.name);
        let inputs: Vec<String> = self.parameters.iter().enumerate().take(n_inputs).map(shown).collect();
        let expected = match self.n_expected {
            0 => String::new(),
            1 => format!(" gives {{{n_inputs}}}"),
            _ => {
                let expected: Vec<String> =
                    self.parameters.iter().enumerate().skip(n_inputs).map(shown).collect();
                format!(" gives {}", expected.join(", "))
            }
        };
        format!("{}{expected}", inputs.join(", "))
    }

    /// The rows as CSV, and the word for `null`, if there is one among them.
    fn csv_rows(&self) -> Option<(Vec<String>, Option<&'static str>)> {
        let rows: Vec<Vec<&CsvCell>> = self
            .rows
            .iter()
            .map(|row| row.cells.iter().map(|cell| cell.csv.as_ref()).collect::<Option<_>>())
            .collect::<Option<_>>()?;
        let has_null = rows.iter().flatten().any(|cell| **cell == CsvCell::Null);
        let word = null_word(&rows.iter().flatten().copied())?;
        let rows = rows.into_iter().map(|cells| csv_row(&cells, word)).collect();
        Some((rows, has_null.then_some(word)))
    }

    /// The value as an argument of a method that takes any number of them.
    fn argument(&self, cell: &Cell) -> String {
        let is_alone = self.parameters.len() == 1 && cell.java == literal::null();
        let cast = if is_alone { "(Object) " } else { "" };
        let text = on_one_line(&Statement::Expression(cell.java.clone()));
        format!("{cast}{}", text.trim_end_matches(';'))
    }
}

fn java_string(text: &str) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    on_one_line(&Statement::Expression(literal::string(&units))).trim_end_matches(';').to_owned()
}
