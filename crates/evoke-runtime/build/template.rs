//! Templates of Java sources. What stands between a line `//for Type in int long` and the line `//end` is repeated for every row,
//! with `$Type` replaced. Rows are separated by spaces, the columns of a row by commas, as in
//! `//for Type,Wide in int,long float,double`; in place of the rows may stand the name of a list.

/// The columns of one repetition.
pub(crate) type Row = Vec<String>;

/// The source that a template stands for; `lists` are the rows that have names.
pub(crate) fn expand(template: &str, lists: &[(&str, &[Row])]) -> Result<String, String> {
    let mut expanded = String::new();
    let mut lines = template.lines();
    while let Some(line) = lines.next() {
        let Some(header) = line.trim_start().strip_prefix("//for ") else {
            expanded.push_str(line);
            expanded.push('\n');
            continue;
        };
        let (names, rows) = header.split_once(" in ").ok_or_else(|| format!("`{line}` has no `in`"))?;
        let mut body = String::new();
        loop {
            let line = lines.next().ok_or_else(|| format!("`{line}` has no `//end`"))?;
            if line.trim() == "//end" {
                break;
            }
            body.push_str(line);
            body.push('\n');
        }
        for row in named(rows, lists).unwrap_or_else(|| written(rows)) {
            expanded.push_str(&repetition(&body, names, &row)?);
        }
    }
    Ok(expanded)
}

fn named(name: &str, lists: &[(&str, &[Row])]) -> Option<Vec<Row>> {
    lists.iter().find(|list| list.0 == name).map(|list| list.1.to_vec())
}

fn written(rows: &str) -> Vec<Row> {
    rows.split_whitespace().map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

fn repetition(body: &str, names: &str, row: &Row) -> Result<String, String> {
    let names: Vec<&str> = names.split(',').collect();
    if names.len() != row.len() {
        return Err(format!("{row:?} are not the values of {names:?}"));
    }
    let replaced = names
        .iter()
        .zip(row)
        .fold(body.to_owned(), |text, (name, value)| text.replace(&format!("${name}"), value));
    Ok(replaced)
}
