//! The subjects of a study file: classes or pairs of Maven coordinates, of class paths and of CSV files.

use std::ops::Range;

use toml::Spanned;

use crate::study_file::{StudyFile, StudyFileError, SubjectTable};
use crate::subject::{Origin, Subject, read_csv};

/// A subject and the place of the file that names it.
type Placed = (Subject, Range<usize>);

/// All subjects, each once, in the order of the file, with the lines that name them.
pub(super) fn subjects(file: &StudyFile, wants_pairs: bool) -> Result<Vec<(Subject, usize)>, StudyFileError> {
    let mut all: Vec<(Subject, usize)> = Vec::new();
    for table in &file.top.subjects {
        for (subject, place) in of_table(file, table.get_ref(), &table.span())? {
            if wants_pairs && subject.callee.is_none() {
                let message = format!(
                    "`{}` is no pair; `integrate` needs `pairs`, or a CSV with a column `callee`",
                    subject.class
                );
                return Err(file.error(&place, message));
            }
            if subject.class.contains('*') {
                let message = format!("`{}` is no class; a study names each of its classes", subject.class);
                return Err(file.error(&place, message));
            }
            match all.iter_mut().find(|(known, _)| known.name() == subject.name()) {
                Some((known, _)) if known.origin == subject.origin => {
                    known.branches = known.branches.or(subject.branches);
                }
                Some((known, line)) => {
                    let message = format!(
                        "`{}` is a subject of `{}` already (line {line}), and a study tells subjects apart by their names",
                        subject.name(),
                        known.origin
                    );
                    return Err(file.error(&place, message));
                }
                None => all.push((subject, file.line(&place))),
            }
        }
    }
    if all.is_empty() {
        return Err(file.error(&(0..0), "there are no subjects, expected a table such as [[subjects]]"));
    }
    Ok(all)
}

fn of_table(
    file: &StudyFile,
    table: &SubjectTable,
    place: &Range<usize>,
) -> Result<Vec<Placed>, StudyFileError> {
    match (&table.csv, &table.maven, &table.classpath) {
        (Some(csv), None, None) => {
            let path = file.resolve(csv.get_ref());
            let found = read_csv(&path).map_err(|message| file.error(&csv.span(), message))?;
            let found = kept(file, table, found)?;
            Ok(found.into_iter().map(|subject| (subject, csv.span())).collect())
        }
        (None, Some(maven), None) => {
            let coordinates = maven.get_ref();
            if !(3..=4).contains(&coordinates.split(':').filter(|part| !part.is_empty()).count()) {
                let message = format!("`{coordinates}` are no coordinates, expected group:artifact:version");
                return Err(file.error(&maven.span(), message));
            }
            listed(file, table, place, &Origin::Maven(coordinates.clone()))
        }
        (None, None, Some(classpath)) => {
            let entries = classpath.get_ref().split(':').filter(|entry| !entry.is_empty());
            let resolved: Vec<String> =
                entries.map(|entry| file.resolve(entry).to_string_lossy().into_owned()).collect();
            listed(file, table, place, &Origin::ClassPath(resolved.join(":")))
        }
        _ => Err(file.error(place, "subjects have one of `csv`, `maven` and `classpath`")),
    }
}

/// Of the subjects of a CSV file those that the table keeps.
fn kept(file: &StudyFile, table: &SubjectTable, found: Vec<Subject>) -> Result<Vec<Subject>, StudyFileError> {
    if let Some(class) = table.classes.iter().flatten().next() {
        return Err(file.error(
            &class.span(),
            "classes of a CSV file are chosen with `only`, by the ends of their names",
        ));
    }
    let Some(only) = &table.only else { return Ok(found) };
    let ends_in =
        |subject: &Subject, end: &String| format!(".{}", subject.class).ends_with(&format!(".{end}"));
    if let Some(end) = only.get_ref().iter().find(|end| !found.iter().any(|subject| ends_in(subject, end))) {
        return Err(file.error(&only.span(), format!("no class of the CSV file ends in `{end}`")));
    }
    let is_kept = |subject: &Subject| only.get_ref().iter().any(|end| ends_in(subject, end));
    Ok(found.into_iter().filter(is_kept).collect())
}

/// The classes and pairs that the table lists.
fn listed(
    file: &StudyFile,
    table: &SubjectTable,
    place: &Range<usize>,
    origin: &Origin,
) -> Result<Vec<Placed>, StudyFileError> {
    if let Some(only) = &table.only {
        return Err(file.error(
            &only.span(),
            "`only` chooses among the classes of a CSV file; here `classes` lists them",
        ));
    }
    let subject = |class: &String, callee: Option<&String>| Subject {
        class: class.clone(),
        callee: callee.cloned(),
        origin: origin.clone(),
        branches: None,
    };
    let of_class = |class: &Spanned<String>| (subject(class.get_ref(), None), class.span());
    let of_pair = |pair: &Spanned<(String, String)>| {
        let (caller, callee) = pair.get_ref();
        (subject(caller, Some(callee)), pair.span())
    };
    let classes = table.classes.iter().flatten().map(of_class);
    let all: Vec<Placed> = classes.chain(table.pairs.iter().flatten().map(of_pair)).collect();
    if all.is_empty() {
        return Err(
            file.error(place, "expected `classes = [\"com.example.Account\"]` or `pairs = [[\"A\", \"B\"]]`")
        );
    }
    Ok(all)
}
