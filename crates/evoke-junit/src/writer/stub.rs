//! Objects that a test implements itself: a lambda where Java allows one, else an anonymous class.

use std::collections::BTreeSet;

use evoke_analysis::{StubMethod, StubType, TypeTable};
use evoke_classfile::ClassName;
use evoke_testcase::{StubInstance, StubReturn};

use super::expression::Expression;
use super::{TestWriter, literal};
use crate::Import;
use crate::names::{is_usable, unique};

/// What parameters without a name are called.
const PARAMETER_NAMES: [&str; 6] = ["x", "y", "z", "u", "v", "w"];

impl TestWriter<'_, '_> {
    pub(super) fn stub(&mut self, instance: &StubInstance) -> Expression {
        let cluster = self.cluster;
        let stub = cluster.stub(instance.stub);
        match stub.methods.as_slice() {
            [method] if stub.is_functional => self.lambda(method, instance.returns.first()),
            _ => self.anonymous_class(stub, instance),
        }
    }

    fn lambda(&mut self, method: &StubMethod, returned: Option<&StubReturn>) -> Expression {
        let mut imports = BTreeSet::new();
        let names = self.parameter_names(method);
        let body = match returned {
            Some(StubReturn::Throw) => format!("{{ {} }}", self.throw(method, &mut imports)),
            Some(returned) => self.returned(returned, &names, &mut imports),
            None => "{}".to_owned(),
        };
        let parameters = match names.as_slice() {
            [name] => name.clone(),
            names => format!("({})", names.join(", ")),
        };
        Expression { text: format!("{parameters} -> {body}"), imports, is_loose: true }
    }

    fn anonymous_class(&mut self, stub: &StubType, instance: &StubInstance) -> Expression {
        let mut imports = BTreeSet::new();
        let cluster = self.cluster;
        let ty = self.names.ty(&cluster.types, stub.ty, &mut imports);
        let mut arguments = Vec::new();
        for argument in &instance.arguments {
            let argument = self.argument_of_stub(stub, arguments.len(), *argument);
            imports.extend(argument.imports);
            arguments.push(argument.text);
        }
        let mut text = format!("new {ty}({}) {{", arguments.join(", "));
        let mut returns = instance.returns.iter();
        for (index, method) in stub.methods.iter().enumerate() {
            let returned = if method.return_type == TypeTable::VOID { None } else { returns.next() };
            if index > 0 {
                text.push('\n');
            }
            text.push_str(&self.method(method, returned, &mut imports));
        }
        text.push_str(if stub.methods.is_empty() { "}" } else { "\n}" });
        Expression { text, imports, is_loose: true }
    }

    /// `null` gets a cast, since constructors are overloaded more often than not.
    fn argument_of_stub(
        &mut self,
        stub: &StubType,
        position: usize,
        argument: evoke_testcase::VariableRef,
    ) -> Expression {
        let mut expression = self.usage(argument);
        if expression.text == "null"
            && let Some(parameter) = stub.parameters.get(position)
        {
            let ty = self.names.erased(&self.cluster.types, *parameter, &mut expression.imports);
            expression.text = format!("({ty}) null");
        }
        expression
    }

    fn method(
        &mut self,
        method: &StubMethod,
        returned: Option<&StubReturn>,
        imports: &mut BTreeSet<Import>,
    ) -> String {
        let types = &self.cluster.types;
        let names = self.parameter_names(method);
        // `Class<?>` does not override the `Class<T>` of a method with a `T` of its own; `Class` does.
        let mut type_name = |ty, imports: &mut BTreeSet<Import>| {
            if method.is_generic {
                self.names.erased(types, ty, imports)
            } else {
                self.names.ty(types, ty, imports)
            }
        };
        let mut parameters = Vec::new();
        for (ty, name) in method.parameters.iter().zip(&names) {
            parameters.push(format!("{} {name}", type_name(*ty, imports)));
        }
        let ty = type_name(method.return_type, imports);
        let head = format!("public {ty} {}({})", method.name, parameters.join(", "));
        let body = match returned {
            Some(StubReturn::Throw) => {
                let class = self.names.class(&method.thrown, imports);
                let clause =
                    if is_unchecked(&method.thrown) { String::new() } else { format!(" throws {class}") };
                format!("{clause} {{\n        {}\n    }}", self.throw(method, imports))
            }
            Some(returned) => {
                format!(" {{\n        return {};\n    }}", self.returned(returned, &names, imports))
            }
            None => " {}".to_owned(),
        };
        format!("\n    @Override\n    {head}{body}")
    }

    fn throw(&mut self, method: &StubMethod, imports: &mut BTreeSet<Import>) -> String {
        format!("throw new {}();", self.names.class(&method.thrown, imports))
    }

    fn returned(
        &mut self,
        returned: &StubReturn,
        names: &[String],
        imports: &mut BTreeSet<Import>,
    ) -> String {
        let name = |position: u8| names.get(usize::from(position)).map_or("", String::as_str);
        match returned {
            StubReturn::Variable(variable) => {
                let value = self.usage(*variable);
                imports.extend(value.imports);
                value.text
            }
            StubReturn::Parameter(position) => name(*position).to_owned(),
            StubReturn::Polynomial { parameter, coefficients } => polynomial(name(*parameter), *coefficients),
            // Written as a statement by whoever writes the method.
            StubReturn::Throw => String::new(),
        }
    }

    /// Names that no variable of the test has, since a lambda may not hide one.
    fn parameter_names(&self, method: &StubMethod) -> Vec<String> {
        let mut taken: BTreeSet<String> = self.variables.iter().cloned().collect();
        let mut names = Vec::new();
        for position in 0..method.parameters.len() {
            let known = method.parameter_names.get(position).cloned().flatten();
            let fallback = PARAMETER_NAMES.get(position).copied().unwrap_or("x");
            let name = known.filter(|name| is_usable(name)).unwrap_or_else(|| fallback.to_owned());
            names.push(unique(&name, &mut taken));
        }
        names
    }
}

/// Whether a method throws it without declaring it.
fn is_unchecked(exception: &ClassName) -> bool {
    exception.as_str() == "java/lang/IllegalStateException"
}

/// `(a * x + b) * x + c` without the terms and factors that change nothing.
fn polynomial(x: &str, [a, b, c]: [f64; 3]) -> String {
    if a == 0.0 {
        return linear(x, b, c);
    }
    let product = match (a, b) {
        (1.0, 0.0) => format!("{x} * {x}"),
        (_, 0.0) => format!("{} * {x} * {x}", literal::double(a)),
        _ => format!("({}) * {x}", linear(x, a, b)),
    };
    product + &constant_term(c)
}

fn linear(x: &str, factor: f64, constant: f64) -> String {
    let term = match factor {
        0.0 => return literal::double(constant),
        1.0 => x.to_owned(),
        -1.0 => format!("-{x}"),
        _ => format!("{} * {x}", literal::double(factor)),
    };
    term + &constant_term(constant)
}

fn constant_term(constant: f64) -> String {
    if constant == 0.0 {
        String::new()
    } else if constant < 0.0 {
        format!(" - {}", literal::double(-constant))
    } else {
        format!(" + {}", literal::double(constant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomial_reads_as_a_person_would_write_it() {
        assert_eq!(polynomial("x", [0.0, 2.0, -1.0]), "2.0 * x - 1.0");
        assert_eq!(polynomial("x", [0.0, 1.0, 0.0]), "x");
        assert_eq!(polynomial("x", [0.0, 0.0, 3.5]), "3.5");
        assert_eq!(polynomial("x", [1.0, 0.0, -4.0]), "x * x - 4.0");
        assert_eq!(polynomial("x", [2.0, -1.0, 1.0]), "(2.0 * x - 1.0) * x + 1.0");
    }
}
