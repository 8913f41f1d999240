//! Rust constants for the members of Java classes, read off what `javap -s` prints: a line for each member, and one with its
//! descriptor below.

use std::error::Error;
use std::fmt::Write as _;

use crate::layout::CONSTANT_CLASSES;

struct Class<'a> {
    /// Internal name.
    name: String,
    members: Vec<Member<'a>>,
}

struct Member<'a> {
    name: &'a str,
    /// Simple names of the types of parameters; `None` for a field.
    parameters: Option<Vec<String>>,
    descriptor: &'a str,
}

/// A module for each class that is neither nested nor made from the layout.
pub(crate) fn modules(declarations: &str) -> Result<String, Box<dyn Error>> {
    let mut rust = String::new();
    for class in classes(declarations) {
        write_module(&mut rust, &class)?;
    }
    Ok(rust)
}

fn classes(declarations: &str) -> Vec<Class<'_>> {
    let mut classes: Vec<Class<'_>> = Vec::new();
    let mut declared = "";
    for line in declarations.lines() {
        if let Some(declaration) = line.strip_suffix(" {") {
            let name = class_name(declaration).replace('.', "/");
            classes.push(Class { name, members: Vec::new() });
        } else if let Some(descriptor) = line.trim_start().strip_prefix("descriptor: ") {
            let member = Member::of(declared, descriptor);
            if let Some((class, member)) = classes.last_mut().zip(member) {
                class.members.push(member);
            }
        }
        declared = line;
    }
    // Rust has the constants of the layout already.
    let is_layout = |class: &Class<'_>| CONSTANT_CLASSES.iter().any(|it| it.name == class.simple_name());
    classes.retain(|class| !class.name.contains('$') && !is_layout(class));
    classes
}

/// The name in a line such as `public final class a.B extends a.C`.
fn class_name(declaration: &str) -> &str {
    let mut words = declaration.split(' ').skip_while(|word| !matches!(*word, "class" | "interface"));
    words.nth(1).unwrap_or_default()
}

impl Class<'_> {
    fn simple_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }
}

impl<'a> Member<'a> {
    /// The member in a line such as `static int[] numbers;` or `public static void step(int);`.
    fn of(declared: &'a str, descriptor: &'a str) -> Option<Self> {
        let declared = declared.trim().split(';').next()?;
        let Some((head, parameters)) = declared.split_once('(') else {
            let name = declared.rsplit(' ').next()?;
            // A class initialiser is shown as `static {}`.
            return (name != "{}").then_some(Self { name, parameters: None, descriptor });
        };
        // What the compiler adds has names that no source has.
        let name = head.rsplit(' ').next().filter(|name| !name.contains('$'))?;
        let parameters = parameters.split(')').next()?;
        let parameters = parameters.split(", ").filter(|ty| !ty.is_empty()).map(short_type).collect();
        let name = if name.contains('.') { "<init>" } else { name };
        Some(Self { name, parameters: Some(parameters), descriptor })
    }

    fn constant_name(&self, is_overloaded: bool) -> String {
        let name = if self.name == "<init>" { "new" } else { self.name };
        let mut words = vec![snake_case(name)];
        if let Some(parameters) = self.parameters.as_ref().filter(|_| is_overloaded) {
            words.extend(parameters.iter().map(|parameter| snake_case(parameter)));
        }
        words.join("_").to_uppercase()
    }
}

/// A primitive as in descriptors, a class by its simple name.
fn short_type(ty: &str) -> String {
    let (element, array) = match ty.strip_suffix("[]") {
        Some(element) => (element, "Array"),
        None => (ty, ""),
    };
    let short = match element {
        "boolean" => "z",
        "int" => "i",
        "long" => "j",
        "float" => "f",
        "double" => "d",
        class => class.split('<').next().unwrap_or_default().rsplit(['.', '$']).next().unwrap_or_default(),
    };
    format!("{short}{array}")
}

fn write_module(rust: &mut String, class: &Class<'_>) -> Result<(), Box<dyn Error>> {
    let simple_name = class.simple_name();
    writeln!(rust, "/// Members of `{simple_name}`.\npub mod {} {{", snake_case(simple_name))?;
    writeln!(rust, "    /// Internal name of the class.\n    pub const CLASS: &str = {:?};", class.name)?;
    let mut constants: Vec<String> = Vec::new();
    for member in &class.members {
        let is_namesake = |it: &&Member<'_>| it.name == member.name;
        let constant = member.constant_name(class.members.iter().filter(is_namesake).count() > 1);
        let Member { name, descriptor, .. } = member;
        writeln!(rust, "    /// `{name}` with the descriptor `{descriptor}`.")?;
        writeln!(rust, "    pub const {constant}: crate::Member =")?;
        writeln!(
            rust,
            "        crate::Member {{ class: CLASS, name: {name:?}, descriptor: {descriptor:?} }};"
        )?;
        constants.push(constant);
    }
    writeln!(
        rust,
        "    /// All of them.\n    pub const ALL: &[crate::Member] = &[{}];\n}}",
        constants.join(", ")
    )?;
    Ok(())
}

/// `ifIcmpEq` becomes `if_icmp_eq`, `JUnit4` becomes `junit4`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut after_lower = false;
    for character in name.chars() {
        if character.is_uppercase() && after_lower {
            snake.push('_');
        }
        after_lower = character.is_lowercase() || character.is_ascii_digit();
        snake.extend(character.to_lowercase());
    }
    snake
}
