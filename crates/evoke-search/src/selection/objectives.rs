//! The objective values of a population as one dense matrix, individuals by rows, lower is better.
//!
//! Columns in which all individuals agree say nothing about any two of them and are left out; goals in methods that no
//! individual enters are such, so that a class with thousands of goals costs what its reached part costs.

/// Objective values and test lengths.
pub(crate) struct Objectives {
    n_individuals: usize,
    width: usize,
    values: Vec<f64>,
    lengths: Vec<usize>,
    has_level_column: bool,
}

impl Objectives {
    /// From one row of equal length for every individual, and the individuals' lengths.
    pub(crate) fn new(rows: &[&[f64]], lengths: Vec<usize>) -> Self {
        debug_assert_eq!(rows.len(), lengths.len());
        let columns = telling_columns(rows);
        let mut values = Vec::with_capacity(rows.len() * columns.len());
        for row in rows {
            values.extend(columns.iter().map(|column| row[*column as usize]));
        }
        let n_columns = rows.first().map_or(0, |row| row.len());
        Self {
            n_individuals: rows.len(),
            width: columns.len(),
            values,
            lengths,
            has_level_column: columns.len() < n_columns,
        }
    }

    pub(crate) fn n_individuals(&self) -> usize {
        self.n_individuals
    }

    /// Number of columns that tell individuals apart.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Whether there is a goal that all individuals are equally far from.
    pub(crate) fn has_level_column(&self) -> bool {
        self.has_level_column
    }

    /// The telling values of an individual.
    pub(crate) fn row(&self, individual: usize) -> &[f64] {
        &self.values[individual * self.width..(individual + 1) * self.width]
    }

    /// Number of statements of an individual.
    pub(crate) fn length(&self, individual: usize) -> usize {
        self.lengths[individual]
    }
}

/// Columns that hold two different values.
fn telling_columns(rows: &[&[f64]]) -> Vec<u32> {
    let Some((first, others)) = rows.split_first() else { return Vec::new() };
    let mut differs = vec![false; first.len()];
    for row in others {
        for ((differs, value), reference) in differs.iter_mut().zip(*row).zip(*first) {
            *differs |= value != reference;
        }
    }
    (0..first.len() as u32).filter(|column| differs[*column as usize]).collect()
}
