//! Decides for every statement of a test how its value appears in Java: written where it is used, declared as a
//! variable, part of an array initialiser, inside an assertion, or not at all.
//!
//! Moving an expression to its use is allowed only where nothing that happens in between can be noticed: literals
//! always, pure calls if every call in between is pure too.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{Callable, CallableKind, FolderCall, StubType, TestCluster, Type, TypeId};
use evoke_suite::{AssertedTest, is_enum_constant};
use evoke_testcase::{ObservedValue, Statement, StubInstance, StubReturn, Value, VariableRef};

use crate::names::is_constant_name;

/// Longest string that is written out at several uses.
const MAX_REPEATED_STRING: usize = 40;
/// Longest array initialiser that is written at its use.
const MAX_INLINE_ELEMENTS: usize = 6;
/// Longest array that gets an initialiser at all.
const MAX_INITIALIZER: usize = 24;
/// Most arguments of a call that is written at its use.
const MAX_INLINE_ARGUMENTS: usize = 3;

/// How the value of a statement appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing needs it.
    Omitted,
    /// Written at each use.
    Inline,
    /// A variable.
    Declared,
    /// Run for its effect.
    Effect,
    /// Inside the only assertion about it, by its position.
    Asserted(usize),
}

/// Elements of an array that nothing reads before they are all written.
pub(super) struct Initializer {
    /// By position; `None` keeps the default value.
    pub elements: Vec<Option<VariableRef>>,
    /// The statement after which all elements are known.
    pub position: usize,
}

/// The forms of all statements of a test.
pub(super) struct Plan {
    pub forms: Vec<Form>,
    /// By the statement that creates the array.
    pub initializers: BTreeMap<usize, Initializer>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Receiver(usize),
    Statement(usize),
    /// A stub's method gives it, so it has to be there before the stub.
    Captured,
    Assertion(usize),
    Inspection,
}

impl Plan {
    pub(super) fn new(draft: &AssertedTest, cluster: &TestCluster) -> Self {
        Planner::new(draft, cluster).plan()
    }

    /// The array whose declaration comes at this statement instead of its own place.
    pub(super) fn array_completed_at(&self, position: usize) -> Option<usize> {
        self.initializers.iter().find(|(_, found)| found.position == position).map(|(array, _)| *array)
    }
}

struct Planner<'a> {
    draft: &'a AssertedTest,
    statements: &'a [Statement],
    cluster: &'a TestCluster,
    initializers: BTreeMap<usize, Initializer>,
    collapsed: BTreeSet<usize>,
    uses: Vec<Vec<Use>>,
    forms: Vec<Form>,
    /// Where the text of each statement ends up.
    sites: Vec<usize>,
}

impl<'a> Planner<'a> {
    fn new(draft: &'a AssertedTest, cluster: &'a TestCluster) -> Self {
        let statements = draft.test.statements();
        Self {
            draft,
            statements,
            cluster,
            initializers: BTreeMap::new(),
            collapsed: BTreeSet::new(),
            uses: vec![Vec::new(); statements.len()],
            forms: vec![Form::Effect; statements.len()],
            sites: (0..statements.len()).collect(),
        }
    }

    fn plan(mut self) -> Plan {
        for array in 0..self.statements.len() {
            self.find_initializer(array);
        }
        self.collect_uses();
        // A consumer is decided before what it consumes, so that the way of an expression to its place is known.
        let mut order: Vec<usize> = (0..self.statements.len()).collect();
        order.sort_by_key(|position| {
            let initializer = self.initializers.get(position);
            (initializer.map_or(*position, |found| found.position), initializer.is_some())
        });
        for position in order.into_iter().rev() {
            self.decide(position);
        }
        Plan { forms: self.forms, initializers: self.initializers }
    }

    /// Collects the writes to a new array up to its first other use.
    fn find_initializer(&mut self, array: usize) {
        let Statement::NewArray { length, .. } = self.statements[array] else { return };
        if length as usize > MAX_INITIALIZER || self.draft.throwing_statement() == Some(array) {
            return;
        }
        let variable = VariableRef(array as u32);
        let mut elements = vec![None; length as usize];
        let mut writes = BTreeSet::new();
        let mut position = array;
        for (later, statement) in self.statements.iter().enumerate().skip(array + 1) {
            match statement {
                Statement::WriteElement { array, index, value }
                    if *array == variable && *value != variable =>
                {
                    let free = elements.get_mut(*index as usize).filter(|element| element.is_none());
                    let (Some(element), false) = (free, self.draft.throwing_statement() == Some(later))
                    else {
                        break;
                    };
                    *element = Some(*value);
                    writes.insert(later);
                    position = later;
                }
                other if other.references().contains(&variable) => break,
                _ => {}
            }
        }
        if writes.is_empty() && length > 0 {
            return;
        }
        self.collapsed.extend(writes);
        self.initializers.insert(array, Initializer { elements, position });
    }

    fn collect_uses(&mut self) {
        for (position, statement) in self.statements.iter().enumerate() {
            if self.collapsed.contains(&position) {
                continue;
            }
            let n_evaluated = match statement {
                Statement::Stub(instance) => instance.arguments.len(),
                _ => usize::MAX,
            };
            let receiver = match statement {
                Statement::Invoke { receiver, .. } => *receiver,
                _ => None,
            };
            if let Some(receiver) = receiver {
                self.uses[receiver.index()].push(Use::Receiver(position));
            }
            let references = statement.references();
            for (number, reference) in references.iter().enumerate().skip(usize::from(receiver.is_some())) {
                let kind = if number < n_evaluated { Use::Statement(position) } else { Use::Captured };
                self.uses[reference.index()].push(kind);
            }
        }
        for (array, initializer) in &self.initializers {
            for element in initializer.elements.iter().flatten() {
                self.uses[element.index()].push(Use::Statement(*array));
            }
        }
        for (number, assertion) in self.draft.assertions.iter().enumerate() {
            let assertion_use = if assertion.is_result() { Use::Assertion(number) } else { Use::Inspection };
            self.uses[assertion.variable.index()].push(assertion_use);
            if let ObservedValue::Same { variable } = assertion.value {
                self.uses[variable.index()].push(Use::Inspection);
            }
        }
    }

    fn decide(&mut self, position: usize) {
        let site = self.initializers.get(&position).map_or(position, |found| found.position);
        self.sites[position] = site;
        let form = self.form(position);
        self.forms[position] = form;
        if form == Form::Inline
            && let Some(Use::Statement(consumer) | Use::Receiver(consumer)) = self.uses[position].first()
        {
            self.sites[position] = self.sites[*consumer];
        }
    }

    fn form(&self, position: usize) -> Form {
        let uses = &self.uses[position];
        match &self.statements[position] {
            Statement::WriteElement { .. } if self.collapsed.contains(&position) => Form::Omitted,
            Statement::WriteElement { .. } => Form::Effect,
            _ if self.draft.throwing_statement() == Some(position) => Form::Effect,
            Statement::Value(_) | Statement::NewArray { .. } if uses.is_empty() => Form::Omitted,
            Statement::Value(Value::String(text)) if uses.len() > 1 && text.len() > MAX_REPEATED_STRING => {
                Form::Declared
            }
            Statement::Value(_) => Form::Inline,
            Statement::NewArray { array_type, length } => {
                if self.is_array_in_place(position, *array_type, *length) {
                    Form::Inline
                } else {
                    Form::Declared
                }
            }
            Statement::Stub(instance) => self.stub_form(position, instance),
            Statement::Invoke { callable, arguments, .. } => {
                self.call_form(position, self.cluster.callable(*callable), arguments.len())
            }
        }
    }

    /// A lambda is written where it is used if its type is clear there; it makes no statement of its own.
    fn stub_form(&self, position: usize, instance: &StubInstance) -> Form {
        let stub = self.cluster.stub(instance.stub);
        let is_lambda = instance.can_be_lambda(stub);
        match self.uses[position].as_slice() {
            [] if is_lambda => Form::Omitted,
            [] => Form::Effect,
            [Use::Statement(consumer)]
                if is_lambda
                    && self.has_clear_target(*consumer, stub)
                    && !self.may_fit_a_namesake(*consumer, instance) =>
            {
                Form::Inline
            }
            _ => Form::Declared,
        }
    }

    /// Whether the statement is a call of a method with overloads, known or not, and the stub throws: a lambda that does nothing else fits
    /// types whose method gives something and such whose method does not (JLS 15.27.2).
    fn may_fit_a_namesake(&self, consumer: usize, instance: &StubInstance) -> bool {
        let Statement::Invoke { callable, .. } = &self.statements[consumer] else { return false };
        let throws = instance.returns.iter().any(|returned| matches!(returned, StubReturn::Throw(_)));
        throws && self.cluster.callable(*callable).has_namesake
    }

    /// Whether the statement is a call that has no overloads, and takes the stub as what it is.
    fn has_clear_target(&self, consumer: usize, stub: &StubType) -> bool {
        let Statement::Invoke { callable, .. } = &self.statements[consumer] else { return false };
        let callable = self.cluster.callable(*callable);
        let is_overload = |other: &Callable| {
            other.name == callable.name
                && other.parameters.len() == callable.parameters.len()
                && (other.owner == callable.owner || other.kind == CallableKind::Method)
                && other.descriptor != callable.descriptor
        };
        let takes_it = callable
            .parameters
            .iter()
            .any(|parameter| self.cluster.types.class_name(*parameter) == Some(&stub.class));
        takes_it && !self.cluster.callables.iter().any(is_overload)
    }

    /// Whether the array is an argument and nothing else, and is short where it is written as one.
    fn is_array_in_place(&self, array: usize, ty: TypeId, length: u32) -> bool {
        let [Use::Statement(consumer)] = self.uses[array].as_slice() else { return false };
        if self.initializers.contains_key(&array) {
            return length as usize <= MAX_INLINE_ELEMENTS;
        }
        let is_written_to = matches!(
            &self.statements[*consumer],
            Statement::WriteElement { array: written, .. } if written.index() == array
        );
        !is_written_to && self.is_reifiable(ty)
    }

    /// Whether the type has no arguments. What makes an array does not say these, so that its variable has to.
    fn is_reifiable(&self, ty: TypeId) -> bool {
        match self.cluster.types.get(ty) {
            Type::Array(component) => self.is_reifiable(*component),
            Type::Class { arguments, .. } => arguments.is_empty(),
            Type::Primitive(_) | Type::Void => true,
        }
    }

    fn call_form(&self, position: usize, callable: &Callable, n_arguments: usize) -> Form {
        if is_enum_constant(callable, self.cluster) {
            return if self.uses[position].is_empty() { Form::Effect } else { Form::Inline };
        }
        if callable.folder_call() == Some(FolderCall::Path) {
            // A field of the suite.
            return if self.uses[position].is_empty() { Form::Omitted } else { Form::Inline };
        }
        if self.is_named_constant(callable) && self.are_plain_uses(position) {
            return Form::Inline;
        }
        let is_static_field = callable.kind == CallableKind::FieldRead && callable.is_static;
        match self.uses[position].as_slice() {
            [] if is_static_field && self.is_initialized_elsewhere(position, callable) => Form::Omitted,
            [] => Form::Effect,
            [Use::Assertion(number)] => Form::Asserted(*number),
            [Use::Receiver(consumer)] if is_static_field && self.can_move(position, *consumer) => {
                Form::Inline
            }
            [Use::Receiver(consumer)] if self.is_chained(position, *consumer, callable) => Form::Inline,
            [Use::Statement(consumer)] if is_static_field && self.keeps_order(position, *consumer) => {
                Form::Inline
            }
            [Use::Statement(consumer)]
                if (callable.is_pure || self.is_new_print_stream(callable))
                    && callable.under_test.is_none()
                    && n_arguments <= MAX_INLINE_ARGUMENTS
                    && self.can_move(position, *consumer) =>
            {
                Form::Inline
            }
            _ => Form::Declared,
        }
    }

    /// Whether the call makes what catches what is printed: `System.setOut(new PrintStream(printed))`.
    fn is_new_print_stream(&self, callable: &Callable) -> bool {
        let calls = self.cluster.settings.print_calls.as_ref();
        calls.is_some_and(|calls| calls.new_stream == callable.id)
    }

    /// Whether the next call is made on what this one gives, which is of the class that it belongs to.
    fn is_chained(&self, position: usize, consumer: usize, callable: &Callable) -> bool {
        callable.kind == CallableKind::Method
            && self.gives_its_own(callable)
            && self.draft.throwing_statement() != Some(consumer)
            && self.can_move(position, consumer)
    }

    /// Whether the callable gives an object of the class that it belongs to, without type arguments, which are inferred otherwise where it
    /// is no variable that says them.
    fn gives_its_own(&self, callable: &Callable) -> bool {
        match self.cluster.types.get(callable.return_type) {
            Type::Class { name, arguments } => *name == callable.owner && arguments.is_empty(),
            _ => false,
        }
    }

    /// Whether the callable reads a field that is written as constants are, and so as one that stays the same. Where it is of another class
    /// than the object, that is one of the JDK, since the first use of a class may have effects.
    fn is_named_constant(&self, callable: &Callable) -> bool {
        let is_of_jdk =
            ["java/", "javax/"].iter().any(|package| callable.owner.as_str().starts_with(package));
        reads_constant(callable)
            && (self.gives_its_own(callable) || is_of_jdk && self.is_reifiable(callable.return_type))
    }

    /// Whether the value is only handed on or called, and nothing is asked about it.
    fn are_plain_uses(&self, position: usize) -> bool {
        let is_plain = |it: &Use| matches!(it, Use::Receiver(_) | Use::Statement(_));
        !self.uses[position].is_empty() && self.uses[position].iter().all(is_plain)
    }

    /// Whether the class that owns the field is used by another statement, so that reading it has no effect at all.
    fn is_initialized_elsewhere(&self, position: usize, field: &Callable) -> bool {
        self.statements.iter().enumerate().any(|(other, statement)| match statement {
            Statement::Invoke { callable, .. } => {
                other != position && self.cluster.callable(*callable).owner == field.owner
            }
            _ => false,
        })
    }

    /// Whether nothing between the statement and the place of its consumer could be noticed by it.
    fn can_move(&self, position: usize, consumer: usize) -> bool {
        let is_nested = self.forms[consumer] == Form::Inline
            && matches!(self.statements[consumer], Statement::Invoke { .. });
        !is_nested && self.keeps_order(position, consumer)
    }

    /// Whether nothing with an effect comes between the statement and the place of its consumer.
    fn keeps_order(&self, position: usize, consumer: usize) -> bool {
        (position + 1..self.sites[consumer]).all(|between| !self.has_effect(between))
    }

    fn has_effect(&self, position: usize) -> bool {
        match &self.statements[position] {
            Statement::Invoke { callable, .. } => !self.cluster.callable(*callable).is_pure,
            Statement::WriteElement { .. } => !self.collapsed.contains(&position),
            Statement::Stub(instance) => !self.cluster.stub(instance.stub).is_interface,
            Statement::Value(_) | Statement::NewArray { .. } => false,
        }
    }
}

/// Whether the callable reads a static field that is named as constants are.
pub(super) fn reads_constant(callable: &Callable) -> bool {
    callable.kind == CallableKind::FieldRead && callable.is_static && is_constant_name(&callable.name)
}
