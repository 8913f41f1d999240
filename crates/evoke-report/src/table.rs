//! Tables as plain text: aligned columns without lines between them.

use std::fmt;

use crate::goal_count::GoalCount;

/// Cells of a line. All but the first and the last are aligned to the right.
pub(crate) type Row = Vec<String>;

/// Writes the rows, each column as wide as its widest cell.
pub(crate) fn write_aligned(f: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width_of = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..n_columns).map(width_of).collect();
    for row in rows {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            match column {
                0 => write!(f, "{cell:<width$}")?,
                _ if column + 1 == n_columns && cell.is_empty() => {}
                _ if column + 1 == n_columns => write!(f, "  {cell}")?,
                _ => write!(f, "  {cell:>width$}")?,
            }
        }
        writeln!(f)?;
    }
    Ok(())
}

/// `30/32  93%`; `-` without goals.
pub(crate) fn share(count: Option<&GoalCount>) -> String {
    match count.and_then(|count| Some((count, count.percent()?))) {
        Some((GoalCount { covered, total }, percent)) => format!("{covered}/{total} {percent:>3}%"),
        None => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_one_goal_is_not_a_hundred_percent() {
        assert_eq!(share(Some(&GoalCount { covered: 999, total: 1000 })), "999/1000  99%");
        assert_eq!(share(Some(&GoalCount { covered: 0, total: 0 })), "-");
    }
}
