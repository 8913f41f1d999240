//! Calls of other classes of the package that lead into the class under test. What only its package builds and runs, a private
//! handler or a parser behind a singleton, is reached through these.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, Method, Operands, access, opcode};

use super::builder::Builder;
use super::callable::{Callable, CallableKind};
use super::caller::Caller;
use super::files::writes_files;
use crate::called_member::called_member;
use crate::{ClassUnderTest, MethodId};

/// Classes of the package that are looked at.
const MAX_CLASSES: usize = 300;
/// Callers that a search may use.
const MAX_CALLERS: usize = 24;
/// Callers of one method under test.
const MAX_OF_METHOD: usize = 4;
/// Types that callers need besides what the class under test does.
const MAX_TYPES: usize = 40;

/// What classes of suites name.
const TEST_FRAMEWORKS: [&str; 3] = ["org/junit/", "junit/framework/", "org/testng/"];

/// Class, name and descriptor of a method.
type MethodKey = (ClassName, String, String);

/// A method of another class of the package.
struct Neighbour {
    calls: BTreeSet<MethodKey>,
    /// Whether a test can call it, so that what calls it needs not be called for it.
    is_callable: bool,
}

type Neighbours = BTreeMap<MethodKey, Neighbour>;

impl Builder<'_> {
    /// Finds them, for a single class under test: a pair of classes has the one that calls the other.
    pub(super) fn add_callers(&mut self, under_test: &ClassUnderTest) {
        if under_test.coupling.is_some() {
            return;
        }
        let mut found: Vec<(Callable, Vec<MethodId>)> = Vec::new();
        let neighbours = self.methods_of_package(under_test);
        for class in neighbours.keys().map(|(class, ..)| class).collect::<BTreeSet<_>>() {
            found.extend(self.callers_in(class, &neighbours, under_test));
        }
        found.sort_by_key(|(callable, _)| (self.n_made(callable), callable.parameters.len()));
        self.limits.types = self.limits.types.max(self.queued.len() + MAX_TYPES);
        let mut counts: BTreeMap<MethodId, usize> = BTreeMap::new();
        for (callable, leads_to) in found {
            let is_wanted = |method: &MethodId| counts.get(method).is_none_or(|count| *count < MAX_OF_METHOD);
            if self.cluster.callers.len() < MAX_CALLERS && leads_to.iter().any(is_wanted) {
                for method in &leads_to {
                    *counts.entry(*method).or_default() += 1;
                }
                let callable = self.add(callable, 2);
                self.cluster.callers.push(Caller { callable, leads_to });
            }
        }
    }

    /// The methods of the package's other classes.
    fn methods_of_package(&self, under_test: &ClassUnderTest) -> Neighbours {
        let package = under_test.name().map_or("", ClassName::package);
        let names = self.hierarchy.classes_of_package(package).into_iter().take(MAX_CLASSES);
        let others = names.filter(|name| !under_test.classes.contains(name));
        let others = others.filter_map(|name| self.library.get(&name)).filter(|class| !is_of_tests(class));
        let mut neighbours = Neighbours::new();
        for class in others {
            let is_accessible = self.library.is_accessible(&class.name, &self.package);
            for method in &class.methods {
                let called = callees(&class, method).filter(|(owner, ..)| owner.package() == package);
                let is_private = method.access_flags & (access::PRIVATE | access::SYNTHETIC) != 0;
                let is_callable = is_accessible && !is_private && method.name != "<clinit>";
                neighbours.insert(key(&class, method), Neighbour { calls: called.collect(), is_callable });
            }
        }
        neighbours
    }

    fn callers_in(
        &mut self,
        name: &ClassName,
        neighbours: &Neighbours,
        under_test: &ClassUnderTest,
    ) -> Vec<(Callable, Vec<MethodId>)> {
        if !self.library.is_accessible(name, &self.package) {
            return Vec::new();
        }
        let Some(class) = self.library.get(name) else { return Vec::new() };
        let ty = self.canonical_type(&class);
        let mut found = Vec::new();
        for callable in self.members().all_of(&class, ty) {
            let is_call = matches!(callable.kind, CallableKind::Constructor | CallableKind::Method);
            if is_call && !writes_files(&callable) {
                let key = (class.name.clone(), callable.name.clone(), callable.descriptor.clone());
                let leads_to = self.reached_from(&key, neighbours, under_test);
                if !leads_to.is_empty() {
                    found.push((callable, leads_to));
                }
            }
        }
        found
    }

    /// The methods under test that one of another class leads to; what tests can call themselves is not looked into.
    fn reached_from(
        &self,
        from: &MethodKey,
        neighbours: &Neighbours,
        under_test: &ClassUnderTest,
    ) -> Vec<MethodId> {
        let mut reached = BTreeSet::new();
        let mut seen = BTreeSet::from([from]);
        let mut pending = vec![from];
        while let Some(method) = pending.pop() {
            for called in neighbours.get(method).iter().flat_map(|neighbour| &neighbour.calls) {
                let n_before = reached.len();
                reached.extend(self.meant_by(called, under_test));
                let is_hidden = neighbours.get(called).is_some_and(|neighbour| !neighbour.is_callable);
                if reached.len() == n_before && is_hidden && seen.insert(called) {
                    pending.push(called);
                }
            }
        }
        reached.into_iter().collect()
    }

    /// The methods under test that a call may run.
    fn meant_by<'m>(
        &'m self,
        (owner, name, descriptor): &'m MethodKey,
        under_test: &'m ClassUnderTest,
    ) -> impl Iterator<Item = MethodId> {
        let subtypes = under_test.classes.iter().filter(move |class| {
            *class == owner || name != "<init>" && self.hierarchy.is_subtype(class, owner)
        });
        subtypes
            .filter_map(|class| self.methods.get(&(class.clone(), name.clone(), descriptor.clone())).copied())
    }
}

/// Whether the class belongs to a suite, as some class paths have, too.
fn is_of_tests(class: &ClassFile) -> bool {
    let pool = &class.constant_pool;
    (1..pool.count())
        .filter_map(|index| pool.utf8(index))
        .any(|text| TEST_FRAMEWORKS.iter().any(|framework| text.contains(framework)))
}

fn key(class: &ClassFile, method: &Method) -> MethodKey {
    (class.name.clone(), method.name.clone(), method.descriptor.to_string())
}

/// What the code of the method calls, lambdas, method references and initialisers of classes included.
fn callees<'a>(class: &'a Rc<ClassFile>, method: &'a Method) -> impl Iterator<Item = MethodKey> + 'a {
    let instructions = method.code.iter().flat_map(|code| &code.instructions);
    instructions.flat_map(move |instruction| {
        let called = called_member(class, instruction).map(|(member, _)| {
            (ClassName::new(member.owner), member.name.to_owned(), member.descriptor.to_owned())
        });
        let initialised = match (instruction.opcode, &instruction.operands) {
            (opcode::GETSTATIC | opcode::INVOKESTATIC, Operands::Constant(index)) => {
                class.constant_pool.member(*index).map(|member| member.owner)
            }
            (opcode::NEW, Operands::Constant(index)) => class.constant_pool.class(*index),
            _ => None,
        };
        let initialised = initialised.filter(|owner| *owner != class.name.as_str());
        called
            .into_iter()
            .chain(initialised.map(|owner| (ClassName::new(owner), "<clinit>".to_owned(), "()V".to_owned())))
    })
}
