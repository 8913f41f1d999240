//! Java sources that are made: a class for each class of constants of the layout, and what the templates expand to.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::layout::{CHARACTER_TESTS, CONSTANT_CLASSES, ConstantClass, Literal};
use crate::template::{self, Row};

/// Writes the classes of constants below the folder.
pub(crate) fn write_constant_classes(folder: &Path) -> Result<(), Box<dyn Error>> {
    for class in CONSTANT_CLASSES {
        let package = folder.join(class.package.replace('.', "/"));
        fs::create_dir_all(&package)?;
        fs::write(package.join(format!("{}.java", class.name)), constant_class(class)?)?;
    }
    Ok(())
}

fn constant_class(class: &ConstantClass) -> Result<String, Box<dyn Error>> {
    let ConstantClass { package, name, documentation, constants } = class;
    let mut source = format!("package {package};\n\n");
    writeln!(source, "/**{documentation} */\npublic final class {name} {{")?;
    for constant in *constants {
        let declared = match constant.value {
            Literal::Int(value) => format!("int {} = {value}", constant.name),
            Literal::Word(value) => format!("String {} = {value:?}", constant.name),
        };
        writeln!(source, "    /**{} */\n    public static final {declared};\n", constant.documentation)?;
    }
    writeln!(source, "    private {name}() {{}}\n}}")?;
    Ok(source)
}

/// Expands every template below one folder into a source at the same place below another.
pub(crate) fn expand_templates(templates: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let tests = character_tests();
    for path in files_below(templates, "java")? {
        let text = fs::read_to_string(&path)?;
        let expanded = template::expand(&text, &[("CHARACTER_TESTS", &tests)])
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let target = folder.join(path.strip_prefix(templates)?);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(target, expanded)?;
    }
    Ok(())
}

/// Each test's name, and its number.
fn character_tests() -> Vec<Row> {
    let row = |(number, name): (usize, &&str)| vec![(*name).to_owned(), number.to_string()];
    CHARACTER_TESTS.iter().enumerate().map(row).collect()
}

/// Files with the extension, sorted.
pub(crate) fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_below(&path, extension)?);
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
