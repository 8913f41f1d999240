//! Calls with all they need: reuses variables, draws literals, and generates objects recursively.

use evoke_analysis::{CallableId, Primitive, StubId, TypeCategory, TypeId, TypeTable};
use evoke_testcase::{Statement, Value, VariableRef};
use rand::Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use smallvec::SmallVec;

use super::cluster_index::SpecimenUse;
use super::requirement::requirements_of_call;
use super::supply::Supply;
use super::{Fragment, Requirement, TestFactory, choose_familiar, choose_fitting};
use crate::{SearchRng, Technique};

/// Below this depth the cheapest generator is taken, so that nesting ends.
const FREE_CHOICE_DEPTH: usize = 3;

/// Probability of looking a member up where one is wanted; other calls give members too, mostly `null`.
const LOOKUP: f64 = 0.8;
/// The same where a class literal would do, as for a `Type` or an `AnnotatedElement`.
const LOOKUP_FOR_LITERAL: f64 = 0.4;

/// Probability of a call that turned out to give a type which others are declared to give.
const WIDER: f64 = 0.5;

/// Probability of a class literal that the code under test has, too.
const NAMED_CLASS: f64 = 0.5;

/// Anonymous classes with more methods are made less often where something else gives the type.
const EASY_TO_READ: f64 = 8.0;

/// A way to make a value of a type.
enum Origin {
    Literal(TypeCategory),
    ClassLiteral(TypeId),
    Array(TypeId),
    Generator(CallableId),
    Stub(StubId),
    /// The member or type that the look-up at this position in the cluster gives.
    Member(usize),
    /// A value of a subtype.
    Subtype(TypeId),
}

impl Supply for TestFactory<'_> {
    fn call(
        &self,
        fragment: &mut Fragment<'_>,
        callable: CallableId,
        given: Option<(usize, VariableRef)>,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let start = fragment.len();
        let before = fragment.begin_arguments(self.index.source(callable));
        let references: Option<SmallVec<[VariableRef; 5]>> = requirements_of_call(callable, self.cluster)
            .into_iter()
            .enumerate()
            .map(|(reference, requirement)| match given {
                Some((taken, variable)) if taken == reference => Some(variable),
                _ => self
                    .small_number(fragment, callable, requirement, rng)
                    .or_else(|| self.fill(fragment, requirement, depth, rng)),
            })
            .collect();
        fragment.end_arguments(before);
        let call = references.and_then(|references| {
            let n_receivers = usize::from(self.cluster.callable(callable).receiver.is_some());
            fragment.push(Statement::Invoke {
                callable,
                receiver: references[..n_receivers].first().copied(),
                arguments: references[n_receivers..].iter().copied().collect(),
            })
        });
        if call.is_none() {
            fragment.truncate(start);
        }
        call
    }

    fn fill(
        &self,
        fragment: &mut Fragment<'_>,
        requirement: Requirement,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let (ty, nullable) = match requirement {
            Requirement::Receiver(ty) => (ty, false),
            Requirement::Argument(ty) => (ty, !self.cluster.types.is_primitive(ty)),
            Requirement::FileName => return self.file_name(fragment, rng),
            Requirement::Array { .. } => {
                return choose_fitting(requirement, fragment.variables(), self.cluster, rng);
            }
        };
        if let Some(variable) = self.choose_preferred(fragment, requirement, rng) {
            return Some(variable);
        }
        if let Some(answer) = self.answer(fragment, ty, depth, rng) {
            return Some(answer);
        }
        let config = self.probabilities();
        let reuse =
            if self.cluster.types.is_primitive(ty) { config.primitive_reuse } else { config.object_reuse };
        if rng.random_bool(reuse)
            && let Some(variable) = self.reuse(fragment, requirement, rng)
        {
            return Some(variable);
        }
        if nullable && rng.random_bool(config.null) {
            return fragment.push(Statement::Value(Value::Null(ty)));
        }
        self.generate(fragment, ty, requirement, depth + 1, rng)
            .or_else(|| choose_fitting(requirement, fragment.variables(), self.cluster, rng))
            .or_else(|| if nullable { fragment.push(Statement::Value(Value::Null(ty))) } else { None })
    }
}

impl TestFactory<'_> {
    /// A variable that is there already.
    fn reuse(
        &self,
        fragment: &Fragment<'_>,
        requirement: Requirement,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let familiar = match requirement {
            Requirement::Argument(ty) if self.config.has(Technique::FamiliarArguments) => {
                let statements = fragment.variables().map(|(_, statement)| statement);
                choose_familiar(ty, statements, self.cluster, rng)
            }
            _ => None,
        };
        familiar.or_else(|| choose_fitting(requirement, fragment.variables(), self.cluster, rng))
    }

    /// A new variable of the type, never a `null` literal, for something that requires it or a supertype.
    pub(crate) fn generate(
        &self,
        fragment: &mut Fragment<'_>,
        ty: TypeId,
        required: Requirement,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        if depth > self.probabilities().max_depth {
            return None;
        }
        if self.config.has(Technique::ObjectPool)
            && let Some(object) =
                self.knowledge.object_pool.rebuild(fragment, ty, self.probabilities().pooled_object, rng)
        {
            return Some(object);
        }
        match self.choose_origin(ty, required, depth, rng)? {
            Origin::Literal(category) => {
                let literals = self.literals();
                let value = match category {
                    TypeCategory::Primitive(Primitive::Int) if self.config.has(Technique::RelatedSizes) => {
                        Self::related_integer(fragment, rng)
                            .map_or_else(|| literals.primitive(Primitive::Int, rng), Value::Int)
                    }
                    TypeCategory::Primitive(primitive) => literals.primitive(primitive, rng),
                    TypeCategory::String if fragment.is_parsed() => Value::String(literals.document(rng)),
                    TypeCategory::String if fragment.is_for_connection() => Value::String(literals.host(rng)),
                    TypeCategory::String => Value::String(literals.string(rng)),
                    _ => return None,
                };
                fragment.push(Statement::Value(value))
            }
            Origin::ClassLiteral(literal) => fragment.push(Statement::Value(Value::Class(literal))),
            Origin::Array(array_type) => self.new_array(fragment, array_type, depth, rng),
            Origin::Generator(callable) => {
                let object = self.call(fragment, callable, None, depth, rng)?;
                let given = self.cluster.callable(callable).return_type;
                Some(self.prepare(fragment, object, given, depth, rng))
            }
            Origin::Member(lookup) => self.look_up(fragment, self.cluster.member_lookups.get(lookup)?),
            Origin::Stub(stub) => self.new_stub(fragment, stub, depth, rng),
            Origin::Subtype(subtype) => self.generate(fragment, subtype, required, depth + 1, rng),
        }
    }

    /// Literals, arrays and generators have equal chances where a type, such as `Object`, can be had from several.
    fn choose_origin(
        &self,
        ty: TypeId,
        required: Requirement,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<Origin> {
        let tested = self.index.tested(ty);
        if self.config.has(Technique::TestedTypes)
            && !tested.is_empty()
            && rng.random_bool(self.probabilities().tested_type)
        {
            return Some(Origin::Subtype(tested[rng.random_range(0..tested.len())]));
        }
        let specimens = self.index.specimens(ty);
        if !specimens.is_empty() && rng.random_bool(self.probabilities().specimen) {
            return Some(match specimens[rng.random_range(0..specimens.len())] {
                SpecimenUse::Object(specimen) => Origin::Subtype(specimen),
                SpecimenUse::ClassLiteral(specimen) => Origin::ClassLiteral(specimen),
            });
        }
        let lookups = self.index.lookups(ty);
        if self.config.has(Technique::Specimens)
            && !lookups.is_empty()
            && rng.random_bool(self.lookup_probability(ty))
        {
            return Some(Origin::Member(lookups[rng.random_range(0..lookups.len())]));
        }
        let arrays = self.index.arrays(ty);
        let generators = self.generators(ty, rng);
        let literal = self.literal_category(ty);
        let is_given = literal.is_some() || !arrays.is_empty() || self.costs.can_be_given(generators);
        if let Some(wider) = self.choose_wider(ty, required, is_given, rng) {
            return Some(Origin::Generator(wider));
        }
        if let Some(stub) = self.choose_stub(ty, is_given, rng) {
            return Some(Origin::Stub(stub));
        }
        let choices = [literal.is_some(), !arrays.is_empty(), !generators.is_empty()];
        let count = choices.iter().filter(|possible| **possible).count();
        if count == 0 {
            return None;
        }
        let chosen = rng.random_range(0..count);
        let choice = choices.iter().enumerate().filter(|(_, possible)| **possible).nth(chosen)?.0;
        match choice {
            0 if literal == Some(TypeCategory::Class) => {
                self.class_literal(ty, rng).map(Origin::ClassLiteral)
            }
            0 => literal.map(Origin::Literal),
            1 => Some(Origin::Array(arrays[rng.random_range(0..arrays.len())])),
            _ => self.choose_generator(generators, depth, rng).map(Origin::Generator),
        }
    }

    fn lookup_probability(&self, ty: TypeId) -> f64 {
        if self.cluster.class_literals(ty).is_empty() { LOOKUP } else { LOOKUP_FOR_LITERAL }
    }

    /// A class literal that fits the type, of a class that the code under test names more often than not; `None` if there is none.
    pub(crate) fn class_literal(&self, wanted: TypeId, rng: &mut SearchRng) -> Option<TypeId> {
        let named = self.index.named_literals(wanted);
        let is_named =
            !named.is_empty() && self.config.has(Technique::Constants) && rng.random_bool(NAMED_CLASS);
        let literals = if is_named { named } else { self.cluster.class_literals(wanted) };
        literals.choose(rng).copied()
    }

    /// A call that gave the type when it ran, though it is declared to give a supertype: always where nothing else gives it. Receivers are
    /// cast in source, arguments have to be what is wanted as they are declared.
    fn choose_wider(
        &self,
        ty: TypeId,
        required: Requirement,
        is_given: bool,
        rng: &mut SearchRng,
    ) -> Option<CallableId> {
        let wider = self.cluster.wider_generators(ty);
        if wider.is_empty() || is_given && !rng.random_bool(WIDER) {
            return None;
        }
        let types = &self.knowledge.run_time_types;
        let will_do = |callable: &CallableId| match required {
            Requirement::Argument(wanted) => {
                self.cluster.is_assignable(self.cluster.callable(*callable).return_type, wanted)
            }
            _ => true,
        };
        let known = |callable: &CallableId| types.gives(*callable, ty) && will_do(callable);
        wider.iter().copied().filter(known).choose(rng)
    }

    /// A call that may give a class under test that nothing is known to give yet, so that one learns what it gives.
    pub(super) fn choose_untried(&self, rng: &mut SearchRng) -> Option<CallableId> {
        let types = &self.knowledge.run_time_types;
        let untried = self
            .cluster
            .all_wider_generators()
            .filter(|(ty, calls)| !calls.iter().any(|callable| types.gives(*callable, *ty)))
            .flat_map(|(_, calls)| calls);
        untried.copied().choose(rng)
    }

    /// A stub where nothing else gives the type, and with a probability where something does, the less the longer it is.
    fn choose_stub(&self, ty: TypeId, is_given: bool, rng: &mut SearchRng) -> Option<StubId> {
        let config = self.probabilities();
        let stubs = self.cluster.stubs_of(ty);
        let first = stubs.first().filter(|_| self.config.has(Technique::Stubs))?;
        let stub = self.cluster.stub(*first);
        let probability = if stub.is_functional {
            config.lambda
        } else {
            config.anonymous_class * (EASY_TO_READ / stub.methods.len().max(1) as f64).min(1.0)
        };
        if is_given && !rng.random_bool(probability) {
            return None;
        }
        Some(stubs[rng.random_range(0..stubs.len())])
    }

    fn choose_generator(
        &self,
        generators: &[CallableId],
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<CallableId> {
        let is_weighted = self.knowledge.manner.weighs_generators;
        if depth > FREE_CHOICE_DEPTH {
            return if is_weighted { self.costs.cheapest(generators) } else { generators.first().copied() };
        }
        if !is_weighted {
            return self.knowledge.callables.choose(generators, rng);
        }
        self.knowledge.callables.choose_weighted(generators, |callable| self.costs.weight(callable), rng)
    }

    /// The kind of literal that fits the type.
    fn literal_category(&self, ty: TypeId) -> Option<TypeCategory> {
        match self.cluster.types.category(ty) {
            category @ TypeCategory::Primitive(_) => Some(category),
            TypeCategory::String | TypeCategory::Object
                if self.cluster.is_assignable(TypeTable::STRING, ty) =>
            {
                Some(TypeCategory::String)
            }
            _ if !self.cluster.class_literals(ty).is_empty() => Some(TypeCategory::Class),
            _ => None,
        }
    }
}
