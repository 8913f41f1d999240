//! All stubs of one type in a suite, and the classes that save most lines when they do for several stubs what these have in common.
//!
//! A class implements what each of its stubs implements, since a stub cannot inherit again what the class overrides. Methods do in it
//! what they do in most stubs, or nothing; a stub overrides what it does otherwise, and all that needs variables of its test. Classes
//! are chosen greedily: the one that saves most, then one for the stubs that this leaves. What sets of methods are tried is bounded, so
//! that the work grows with the number of stubs and not with its square.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::java::{
    ClassBody, ClassType, Expression, Method, Statement, Supertype, Type, each_expression, literal, printed,
};

/// A stub that leaves so many methods to a class uses one even if no other stub does.
const MIN_LEFT_METHODS: usize = 4;

/// Classes with fewer methods are not worth a name.
const MIN_METHODS: usize = 3;

/// For fewer lines nobody should have to look up a class.
const MIN_SAVED_LINES: usize = 5;

/// Lines of a class beside its members, each of which counts with the blank line after it.
const LINES_OF_CLASS: usize = 2;

/// Lines of a constructor that hands on what it takes.
const LINES_OF_CONSTRUCTOR: usize = 4;

/// So many sets of methods are tried for a class, the most frequent ones.
const MAX_TRIED_SETS: usize = 8;

/// So many classes are made for one type.
const MAX_CLASSES: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SignatureId(usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ImplementationId(usize);

/// The stubs of a type.
#[derive(Debug)]
pub(crate) struct StubFamily {
    /// The type.
    pub(crate) class: ClassType,
    /// How a class extends it.
    pub(crate) supertype: Supertype,
    signatures: BTreeMap<String, SignatureId>,
    /// By signature: a method that has it.
    samples: Vec<Method>,
    by_text: BTreeMap<(SignatureId, String), ImplementationId>,
    implementations: Vec<Implementation>,
    stubs: Vec<Stub>,
}

/// What several stubs do alike.
#[derive(Debug)]
pub(crate) struct StubGroup {
    /// What they share.
    pub(crate) methods: Vec<Method>,
    /// By the number of the stub: which of its methods, by position, are left to the class.
    pub(crate) left: BTreeMap<usize, BTreeSet<usize>>,
}

/// A method that needs nothing of a test.
#[derive(Debug)]
struct Implementation {
    method: Method,
    is_idle: bool,
    n_lines: usize,
}

#[derive(Debug)]
struct Stub {
    /// What it is called outside of the family.
    number: usize,
    methods: BTreeMap<SignatureId, StubMethod>,
}

#[derive(Debug)]
struct StubMethod {
    position: usize,
    /// `None` if it needs something of its test.
    implementation: Option<ImplementationId>,
    throws: Vec<ClassType>,
}

/// A class that could be made.
struct Candidate<'a> {
    stubs: Vec<&'a Stub>,
    /// What its methods do; `None` is nothing.
    methods: BTreeMap<SignatureId, Option<ImplementationId>>,
}

impl StubFamily {
    pub(crate) fn new(class: ClassType, supertype: Supertype) -> Self {
        Self {
            class,
            supertype,
            signatures: BTreeMap::new(),
            samples: Vec::new(),
            by_text: BTreeMap::new(),
            implementations: Vec::new(),
            stubs: Vec::new(),
        }
    }

    /// Adds the stub of this number.
    pub(crate) fn add(&mut self, number: usize, body: &ClassBody) {
        let mut methods = BTreeMap::new();
        for (position, method) in body.methods.iter().enumerate() {
            let signature = self.signature(method);
            let implementation = self.implementation(signature, method);
            methods.insert(signature, StubMethod { position, implementation, throws: method.throws.clone() });
        }
        self.stubs.push(Stub { number, methods });
    }

    fn signature(&mut self, method: &Method) -> SignatureId {
        let types: Vec<String> = method.parameters.iter().map(|it| it.ty.to_string()).collect();
        let text = format!("{} {}({})", method.return_type, method.name, types.join(", "));
        let samples = &mut self.samples;
        *self.signatures.entry(text).or_insert_with(|| {
            samples.push(method.clone());
            SignatureId(samples.len() - 1)
        })
    }

    fn implementation(&mut self, signature: SignatureId, method: &Method) -> Option<ImplementationId> {
        let text = movable_text(method)?;
        let implementations = &mut self.implementations;
        let id = self.by_text.entry((signature, text)).or_insert_with(|| {
            let is_idle = method.throws.is_empty() && method.body == idle_body(&method.return_type);
            implementations.push(Implementation {
                method: method.clone(),
                is_idle,
                n_lines: n_lines(method),
            });
            ImplementationId(implementations.len() - 1)
        });
        Some(*id)
    }

    /// What is worth a class, the best first.
    pub(crate) fn groups(&self) -> Vec<StubGroup> {
        let mut groups = Vec::new();
        let mut rest: Vec<&Stub> = self.stubs.iter().collect();
        while groups.len() < MAX_CLASSES {
            let candidates = tried_sets(&rest).into_iter().map(|methods| self.candidate(&methods, &rest));
            let worthy = candidates.filter(|candidate| self.is_worth_it(candidate));
            // Of equals the last would be taken.
            let Some(best) = worthy.rev().max_by_key(|candidate| self.n_saved(candidate)) else { break };
            let group = self.group(&best);
            rest.retain(|stub| !group.left.contains_key(&stub.number));
            groups.push(group);
        }
        groups
    }

    /// The class with these methods, for all stubs that have them.
    fn candidate<'a>(&self, methods: &BTreeSet<SignatureId>, rest: &[&'a Stub]) -> Candidate<'a> {
        let has_all = |stub: &&&Stub| methods.iter().all(|method| stub.methods.contains_key(method));
        let stubs: Vec<&Stub> = rest.iter().filter(has_all).copied().collect();
        let methods = methods.iter().map(|method| (*method, self.most_shared(*method, &stubs))).collect();
        let mut candidate = Candidate { stubs, methods };
        let Candidate { stubs, methods } = &mut candidate;
        stubs.retain(|stub| !left_methods(stub, methods).is_empty());
        candidate
    }

    /// What saves most lines if the class does it. What only one stub does is to be read in the test of that.
    fn most_shared(&self, method: SignatureId, stubs: &[&Stub]) -> Option<ImplementationId> {
        let mut n_users: BTreeMap<ImplementationId, usize> = BTreeMap::new();
        for id in stubs.iter().filter_map(|stub| stub.methods.get(&method)?.implementation) {
            *n_users.entry(id).or_default() += 1;
        }
        let is_shared = |(id, n_users): &(ImplementationId, usize)| *n_users > 1 || self.of(*id).is_idle;
        let shared = n_users.into_iter().filter(is_shared);
        let best = shared
            .max_by_key(|(id, n_users)| (n_users * self.of(*id).n_lines, self.of(*id).is_idle, Reverse(*id)));
        best.map(|(id, _)| id)
    }

    fn is_worth_it(&self, candidate: &Candidate<'_>) -> bool {
        let leaves_much =
            |stub: &&Stub| self.n_idle(&left_methods(stub, &candidate.methods)) >= MIN_LEFT_METHODS;
        let saves_much =
            candidate.methods.len() >= MIN_METHODS && self.n_saved(candidate) >= signed(MIN_SAVED_LINES);
        saves_much || candidate.stubs.iter().any(leaves_much)
    }

    fn n_idle(&self, methods: &[(SignatureId, ImplementationId)]) -> usize {
        methods.iter().filter(|(_, id)| self.of(*id).is_idle).count()
    }

    /// By how many lines the file gets shorter.
    fn n_saved(&self, candidate: &Candidate<'_>) -> i64 {
        let left = candidate.stubs.iter().flat_map(|stub| left_methods(stub, &candidate.methods));
        let n_left: usize = left.map(|(_, id)| self.of(id).n_lines).sum();
        let lines_of = |(method, id): (&SignatureId, &Option<ImplementationId>)| match id {
            Some(id) => self.of(*id).n_lines,
            None => n_lines(&without_effect(&self.samples[method.0])),
        };
        let n_added: usize = candidate.methods.iter().map(lines_of).sum();
        let n_constructing = match &self.supertype {
            Supertype::Class(constructor) if constructor.is_needed() => LINES_OF_CONSTRUCTOR,
            Supertype::Class(_) | Supertype::Interface => 0,
        };
        signed(n_left) - signed(n_added + LINES_OF_CLASS + n_constructing)
    }

    fn group(&self, candidate: &Candidate<'_>) -> StubGroup {
        let mut methods = Vec::new();
        for (signature, id) in &candidate.methods {
            let idle = || without_effect(&self.samples[signature.0]);
            let mut method = id.map_or_else(idle, |id| self.of(id).method.clone());
            // What overrides it may throw nothing else.
            method.throws.clear();
            for thrown in candidate.stubs.iter().flat_map(|stub| &stub.methods[signature].throws) {
                if !method.throws.contains(thrown) {
                    method.throws.push(thrown.clone());
                }
            }
            methods.push(method);
        }
        let mut left = BTreeMap::new();
        for stub in &candidate.stubs {
            let left_here = left_methods(stub, &candidate.methods).into_iter();
            left.insert(stub.number, left_here.map(|(method, _)| stub.methods[&method].position).collect());
        }
        StubGroup { methods, left }
    }

    fn of(&self, id: ImplementationId) -> &Implementation {
        &self.implementations[id.0]
    }
}

/// Which of the stub's methods do what they do in the class.
fn left_methods(
    stub: &Stub,
    methods: &BTreeMap<SignatureId, Option<ImplementationId>>,
) -> Vec<(SignatureId, ImplementationId)> {
    let does_it = |(method, id): (&SignatureId, &Option<ImplementationId>)| {
        let id = (*id)?;
        let own = stub.methods.get(method)?.implementation;
        (own == Some(id)).then_some((*method, id))
    };
    methods.iter().filter_map(does_it).collect()
}

/// What a class could implement: what all stubs do, or what some do, the most frequent first.
fn tried_sets(stubs: &[&Stub]) -> Vec<BTreeSet<SignatureId>> {
    let mut n_users: BTreeMap<Vec<SignatureId>, usize> = BTreeMap::new();
    for stub in stubs {
        *n_users.entry(stub.methods.keys().copied().collect()).or_default() += 1;
    }
    let as_set = |methods: &Vec<SignatureId>| methods.iter().copied().collect::<BTreeSet<SignatureId>>();
    let in_all = n_users.keys().map(as_set).reduce(|known, methods| &known & &methods);
    let mut sets: Vec<(Vec<SignatureId>, usize)> = n_users.into_iter().collect();
    sets.sort_by_key(|(_, n_users)| Reverse(*n_users));
    let most_frequent =
        sets.into_iter().take(MAX_TRIED_SETS).map(|(methods, _)| methods.into_iter().collect());
    in_all.into_iter().chain(most_frequent).collect()
}

/// What the method does as a text, if it needs nothing but its parameters. Methods that do the same without these do so whatever they
/// call them.
fn movable_text(method: &Method) -> Option<String> {
    let mut body = method.body.clone();
    let (mut is_movable, mut has_variables) = (true, false);
    each_expression(&mut body, &mut |expression| match expression {
        Expression::Variable(name) => {
            has_variables = true;
            is_movable &= method.parameters.iter().any(|parameter| parameter.name == *name);
        }
        Expression::New(object) => is_movable &= object.body.is_none(),
        Expression::Lambda { .. } => is_movable = false,
        _ => {}
    });
    if !is_movable {
        return None;
    }
    let names = method.parameters.iter().filter(|_| has_variables).map(|parameter| parameter.name.clone());
    let lines = printed(&body, 0).into_iter().map(|line| line.text);
    Some(names.chain(lines).collect::<Vec<String>>().join("\n"))
}

/// With the blank line after it.
fn n_lines(method: &Method) -> usize {
    match method.body.as_slice() {
        [] => 3,
        body => 4 + printed(body, 2).len(),
    }
}

/// The method without what it does.
fn without_effect(method: &Method) -> Method {
    Method { body: idle_body(&method.return_type), throws: Vec::new(), ..method.clone() }
}

/// Gives what a field of the type holds at first.
pub(crate) fn idle_body(ty: &Type) -> Vec<Statement> {
    let is_void = *ty == Type::keyword("void");
    if is_void { Vec::new() } else { vec![Statement::Return(literal::default_of(ty))] }
}

fn signed(n_lines: usize) -> i64 {
    i64::try_from(n_lines).unwrap_or(i64::MAX)
}
