//! XML for code that reads it: small documents whose elements and attributes have the names that the class is written with. A
//! search would have to find a whole document before a parser says anything but that it is none.

use std::rc::Rc;

use evoke_classfile::ClassFile;

use super::class_constants::ClassConstants;
use super::scan::Scan;

/// Packages of the JDK that read XML or hold what was read.
const PACKAGES: [&str; 4] = ["javax/xml/", "org/w3c/dom", "org/xml/sax", "javax/xml/stream"];
/// Names that are used where the class has none.
const PLAIN_NAMES: [&str; 2] = ["item", "name"];
/// Longest name.
const MAX_NAME: usize = 30;
/// Documents that hold one element, and that hold one in another.
const MAX_SMALL: usize = 8;
/// Classes that read XML whose names are used.
const MAX_READERS: usize = 3;
/// Elements in the one document that holds many.
const MAX_CHILDREN: usize = 16;

/// What elements and attributes are called, one list for each class that reads XML.
pub(super) struct Documents {
    reads_xml: bool,
    names: Vec<Vec<String>>,
}

impl Documents {
    /// Those of the class under test.
    pub(super) fn of(class_files: &[ClassFile], constants: &ClassConstants) -> Self {
        let reads_xml = class_files.iter().any(reads_xml);
        let names = if reads_xml { constants.names() } else { Vec::new() };
        Self { reads_xml, names: Vec::from_iter(Some(names).filter(|names| !names.is_empty())) }
    }

    /// Those of a class that it uses, with what is nested in it.
    pub(super) fn add_used(&mut self, class_files: &[Rc<ClassFile>]) {
        if self.names.len() < MAX_READERS && class_files.iter().any(|class| reads_xml(class)) {
            let mut scan = Scan::default();
            for class in class_files {
                scan.add_class(class);
            }
            self.reads_xml = true;
            let names = scan.into_constants().names();
            self.names.extend(Some(names).filter(|names| !names.is_empty()));
        }
    }

    /// The documents; none if nobody reads XML.
    pub(super) fn into_texts(mut self) -> Vec<String> {
        if self.reads_xml && self.names.is_empty() {
            self.names.push(PLAIN_NAMES.map(str::to_owned).to_vec());
        }
        self.names.iter().flat_map(|names| documents(names)).collect()
    }
}

impl ClassConstants {
    /// Strings that can name elements, ascending.
    fn names(&self) -> Vec<String> {
        let texts = self.strings.iter().filter_map(|it| String::from_utf16(&it.value).ok());
        texts.filter(|text| is_name(text)).collect()
    }
}

/// Whether a class names one of those packages.
pub(super) fn reads_xml(class: &ClassFile) -> bool {
    let is_of_xml = |text: &str| PACKAGES.iter().any(|package| text.contains(package));
    class.constant_pool.members().any(|member| is_of_xml(member.owner) || is_of_xml(member.descriptor))
        || class.methods.iter().any(|method| is_of_xml(&method.descriptor.to_string()))
}

/// A name without a namespace, in ASCII (XML 1.0, production 5).
fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    text.len() <= MAX_NAME
        && characters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && characters.all(|later| later.is_ascii_alphanumeric() || "_-.".contains(later))
}

/// Elements alone, elements in others, and one document with many elements. All but the outermost are empty, so that a search
/// that writes another name into one leaves a document.
fn documents(names: &[String]) -> Vec<String> {
    let next = |position: usize| &names[(position + 1) % names.len()];
    let mut documents = Vec::new();
    // Spread over all names, however many there are.
    for position in (0..names.len()).step_by(names.len().div_ceil(MAX_SMALL)) {
        let (name, inner) = (&names[position], next(position));
        documents.push(format!("<{name} {inner}=\"1\"/>"));
        documents.push(format!("<{name}><{inner} {name}=\"1\"/></{name}>"));
    }
    let children: Vec<String> = names.iter().take(MAX_CHILDREN).map(|name| format!("<{name}/>")).collect();
    documents.push(format!("<{0}>{1}</{0}>", names[0], children.concat()));
    documents
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(texts: &[&str]) -> Vec<String> {
        let mut constants = ClassConstants::default();
        constants.add_texts(texts.iter().copied());
        constants.names()
    }

    #[test]
    fn names_of_elements_are_strings_that_xml_allows() {
        assert_eq!(names(&["path", "a b", "1st", "x-y", "", "<p>"]), ["path", "x-y"]);
        assert_eq!(names(&["no name"]), [""; 0]);
    }

    #[test]
    fn plain_names_are_used_where_nobody_has_any() {
        let texts = |reads_xml, names| Documents { reads_xml, names }.into_texts();
        assert_eq!(texts(false, Vec::new()), [""; 0]);
        assert_eq!(texts(true, Vec::new()), documents(&PLAIN_NAMES.map(str::to_owned)));
        let own = vec![vec!["gd".to_owned()], vec!["option".to_owned()]];
        assert_eq!(
            texts(true, own),
            [
                "<gd gd=\"1\"/>",
                "<gd><gd gd=\"1\"/></gd>",
                "<gd><gd/></gd>",
                "<option option=\"1\"/>",
                "<option><option option=\"1\"/></option>",
                "<option><option/></option>"
            ]
        );
    }

    #[test]
    fn documents_have_the_names_as_elements_and_attributes() {
        let found = documents(&names(&["gd", "path"]));
        let expected = [
            "<gd path=\"1\"/>",
            "<gd><path gd=\"1\"/></gd>",
            "<path gd=\"1\"/>",
            "<path><gd path=\"1\"/></path>",
            "<gd><gd/><path/></gd>",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn many_names_make_few_documents() {
        let many: Vec<String> = (0..100).map(|number| format!("n{number}")).collect();
        assert!(documents(&many).len() <= 2 * MAX_SMALL + 1);
    }
}
