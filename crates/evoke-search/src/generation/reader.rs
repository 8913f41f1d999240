//! Calls that read what a test has made, or have it hand over what it holds: what they give may show what nothing else does.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use evoke_analysis::{Callable, CallableId, CallableKind, TestCluster, TypeCategory, TypeId, TypeTable};
use evoke_testcase::{Arguments, Statement, TestCase, VariableRef};
use rand::Rng;

use super::requirement::requirements_of_call;
use super::supply::Supply;
use super::{Fragment, Requirement, TestFactory};
use crate::SearchRng;

/// Most tests that go on from one with questions under test.
const MAX_ROUNDS_OF_QUESTIONS: usize = 4;
/// Most that go on with others.
const MAX_ROUNDS_OF_OTHER_QUESTIONS: usize = 2;
/// Most tests that go on from one by having an object do what is left to do.
const MAX_ENDINGS: usize = 4;

impl TestFactory<'_> {
    /// Appends a call under test that is given an object of the test and gives something back; says whether there was one.
    pub(crate) fn append_reader(&self, test: &mut TestCase, rng: &mut SearchRng) -> bool {
        let readings = self.readings(test);
        if readings.is_empty() {
            return false;
        }
        let (callable, reference, variable) = readings[rng.random_range(0..readings.len())];
        let end = test.len();
        let mut fragment = Fragment::new(test, end, self.config.max_length);
        let call = self.call(&mut fragment, callable, Some((reference, variable)), 0, rng);
        let statements = fragment.into_statements();
        test.insert(end, statements);
        call.is_some()
    }

    /// Tests that go on from this one with calls under test which are asked of its objects, take nothing but what these were given before, or
    /// together with which they were given, and give something back: `registry.has(type)` after `registry.add(type)`. Each has so many of them at
    /// most, the first those that take nothing. What the test asks already is left out, as is what is seen of an object anyway.
    pub(crate) fn with_questions(&self, test: &TestCase, at_once: usize) -> Vec<TestCase> {
        let mut questions = self.questions(test);
        questions.sort_by_key(effort);
        asking(test, &questions, at_once, MAX_ROUNDS_OF_QUESTIONS)
    }

    /// The same with calls that are not under test, inherited ones among them, those to the object that was called last first.
    pub(crate) fn with_other_questions(&self, test: &TestCase, at_once: usize) -> Vec<TestCase> {
        let mut questions = self.other_questions(test);
        let last_receiver = test.statements().iter().rev().find_map(receiver);
        questions.sort_by_key(|question| (receiver(question) != last_receiver, effort(question)));
        asking(test, &questions, at_once, MAX_ROUNDS_OF_OTHER_QUESTIONS)
    }

    /// Tests that go on from this one with one call each that takes and gives nothing: of a method under test, or `flush` of any object. What
    /// `generator.flush()` hands over shows what was written to the generator.
    pub(crate) fn with_endings(&self, test: &TestCase) -> Vec<TestCase> {
        let mut endings: Vec<Statement> = (objects(test, self.cluster).rev())
            .flat_map(|(object, ty)| self.endings(test.definition(object), ty).map(move |it| (object, it)))
            .map(|(object, callable)| Statement::Invoke {
                callable,
                receiver: Some(object),
                arguments: Arguments::default(),
            })
            .collect();
        endings.retain(|ending| test.statements().last() != Some(ending));
        let ended = endings.into_iter().take(MAX_ENDINGS).map(|ending| {
            let mut ended = test.clone();
            ended.push(ending);
            ended
        });
        ended.collect()
    }

    /// What has an object, so defined and of this type, do what is left to do.
    fn endings(&self, definition: &Statement, ty: TypeId) -> impl Iterator<Item = CallableId> {
        let cluster = self.cluster;
        let is_flush = |callable: &CallableId| cluster.callable(*callable).name == "flush";
        let called = cluster.under_test.iter().chain(cluster.modifiers(ty).iter().filter(|it| is_flush(it)));
        let takes_and_gives_nothing = |callable: &CallableId| {
            let Callable { receiver, return_type, .. } = cluster.callable(*callable);
            let requirements = requirements_of_call(*callable, cluster);
            receiver.is_some()
                && *return_type == TypeTable::VOID
                && matches!(&requirements[..], [receiver] if receiver.fits(definition, cluster))
        };
        let endings: BTreeSet<CallableId> = called.copied().filter(takes_and_gives_nothing).collect();
        endings.into_iter()
    }

    /// The questions under test that the test does not ask yet.
    fn questions(&self, test: &TestCase) -> Vec<Statement> {
        let readings = self.readings(test).into_iter().filter(|(_, reference, _)| *reference == 0);
        readings.filter_map(|(callable, _, object)| self.question(test, object, callable)).collect()
    }

    /// Those of methods that are not under test, inherited ones among them, which may change the object: what others give is seen anyway. Objects
    /// that fields hold are not asked: constants, mostly.
    fn other_questions(&self, test: &TestCase) -> Vec<Statement> {
        let cluster = self.cluster;
        let gives = |callable: &CallableId| {
            let Callable { kind, return_type, .. } = cluster.callable(*callable);
            *kind == CallableKind::Method && *return_type != TypeTable::VOID
        };
        objects(test, cluster)
            .filter(|(object, _)| !is_read(test.definition(*object), cluster))
            .flat_map(|(object, ty)| cluster.questions(ty).map(move |callable| (object, callable)))
            .filter(|(_, callable)| gives(callable))
            .filter_map(|(object, callable)| self.question(test, object, callable))
            .collect()
    }

    /// A call that asks an object of the test, if it can be and the test does not do so yet.
    fn question(&self, test: &TestCase, object: VariableRef, callable: CallableId) -> Option<Statement> {
        let called = self.cluster.callable(callable);
        if called.receiver.is_none() || called.is_pure && called.parameters.is_empty() {
            return None;
        }
        let arguments = self.given_before(test, object, callable)?;
        let question = Statement::Invoke { callable, receiver: Some(object), arguments };
        (!test.statements().contains(&question)).then_some(question)
    }

    /// What the object was given last, or was given together with, that fits each parameter of the callable.
    fn given_before(&self, test: &TestCase, object: VariableRef, callable: CallableId) -> Option<Arguments> {
        let requirements = requirements_of_call(callable, self.cluster);
        let given: Vec<VariableRef> = (test.statements().iter().enumerate())
            .filter_map(|(position, statement)| match statement {
                Statement::Invoke { receiver, arguments, .. }
                    if *receiver == Some(object)
                        || position == object.index()
                        || arguments.contains(&object) =>
                {
                    Some(arguments.iter().copied().filter(|argument| *argument != object))
                }
                _ => None,
            })
            .flatten()
            .collect();
        let fitting = |requirement: &Requirement| {
            let mut latest = given.iter().rev();
            latest.find(|variable| requirement.fits(test.definition(**variable), self.cluster)).copied()
        };
        requirements.iter().skip(1).map(fitting).collect()
    }

    /// Calls that give something, with the place in them that an object of the test fits.
    fn readings(&self, test: &TestCase) -> Vec<(CallableId, usize, VariableRef)> {
        let cluster = self.cluster;
        let objects: Vec<VariableRef> = objects(test, cluster).map(|(object, _)| object).collect();
        let gives = |callable: &CallableId| cluster.callable(*callable).return_type != TypeTable::VOID;
        let mut readings = Vec::new();
        for callable in cluster.under_test.iter().copied().filter(gives) {
            for (reference, requirement) in requirements_of_call(callable, cluster).into_iter().enumerate() {
                let fits = |object: &&VariableRef| requirement.fits(test.definition(**object), cluster);
                readings.extend(objects.iter().filter(fits).map(|object| (callable, reference, *object)));
            }
        }
        readings
    }
}

/// Tests that go on from this one with so many of the questions each, and no more than so many tests.
fn asking(test: &TestCase, questions: &[Statement], at_once: usize, most: usize) -> Vec<TestCase> {
    let rounds = questions.chunks(at_once).take(most).map(|questions| {
        let mut asking = test.clone();
        for question in questions {
            asking.push(question.clone());
        }
        asking
    });
    rounds.collect()
}

fn receiver(statement: &Statement) -> Option<VariableRef> {
    match statement {
        Statement::Invoke { receiver, .. } => *receiver,
        _ => None,
    }
}

/// What a question takes to ask: few arguments, and an object that was made late.
fn effort(question: &Statement) -> (usize, Reverse<Option<VariableRef>>, CallableId) {
    match question {
        Statement::Invoke { callable, receiver, arguments } => {
            (arguments.len(), Reverse(*receiver), *callable)
        }
        _ => (0, Reverse(None), CallableId(0)),
    }
}

/// Whether a field held it before the test began.
fn is_read(definition: &Statement, cluster: &TestCluster) -> bool {
    let Statement::Invoke { callable, .. } = definition else { return false };
    cluster.callable(*callable).kind == CallableKind::FieldRead
}

/// The objects that calls of the test give, with their types.
fn objects<'t>(
    test: &'t TestCase,
    cluster: &'t TestCluster,
) -> impl DoubleEndedIterator<Item = (VariableRef, TypeId)> + 't {
    test.statements().iter().enumerate().filter_map(|(position, definition)| {
        let ty = definition.defined_type(cluster)?;
        let is_object = matches!(definition, Statement::Invoke { .. })
            && matches!(cluster.types.category(ty), TypeCategory::Object);
        is_object.then_some((VariableRef(position as u32), ty))
    })
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{Constants, Primitive};
    use evoke_testcase::Value;

    use super::*;
    use crate::SearchConfig;
    use crate::generation::{Ingredients, Knowledge};
    use crate::sample_cluster::SampleCluster;

    fn asked(sample: &SampleCluster, test: &TestCase) -> Vec<Statement> {
        asked_by(sample, test, &|factory| factory.with_questions(test, 8))
    }

    fn asked_by(
        sample: &SampleCluster,
        test: &TestCase,
        ask: &dyn Fn(&TestFactory<'_>) -> Vec<TestCase>,
    ) -> Vec<Statement> {
        let config = SearchConfig::default();
        let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
        let knowledge = Knowledge::new(&config, &sample.cluster);
        let asking = ask(&TestFactory::new(&ingredients, &knowledge));
        asking.into_iter().flat_map(|asking| asking.statements()[test.len()..].to_vec()).collect()
    }

    fn invoke(callable: CallableId, receiver: Option<u32>, arguments: &[u32]) -> Statement {
        let arguments = arguments.iter().copied().map(VariableRef).collect();
        Statement::Invoke { callable, receiver: receiver.map(VariableRef), arguments }
    }

    /// `new Box(1)`; its members are those of the sample in their order.
    fn new_box(sample: &SampleCluster) -> TestCase {
        let constructor = sample.cluster.under_test[0];
        TestCase::new(vec![Statement::Value(Value::Int(1)), invoke(constructor, None, &[0])])
    }

    #[test]
    fn objects_are_asked_what_takes_nothing_and_is_not_seen_anyway() {
        let mut sample = SampleCluster::new();
        let size = sample.cluster.under_test[3];
        let test = new_box(&sample);
        assert_eq!(asked(&sample, &test), [invoke(size, Some(1), &[])]);
        let mut again = test.clone();
        again.push(invoke(size, Some(1), &[]));
        assert_eq!(asked(&sample, &again), [], "it is asked already");
        sample.cluster.callables[size.index()].is_pure = true;
        assert_eq!(asked(&sample, &test), [], "what is pure is looked at in any test");
    }

    #[test]
    fn objects_are_asked_for_what_they_were_given() {
        let sample = SampleCluster::new();
        let [add, size] = [2, 3].map(|position| sample.cluster.under_test[position]);
        let mut test = new_box(&sample);
        test.push(invoke(sample.cluster.under_test[0], None, &[0]));
        test.push(invoke(add, Some(1), &[2]));
        let asked = asked(&sample, &test);
        assert!(asked.contains(&invoke(size, Some(1), &[])), "{asked:?}");
        assert!(!asked.iter().any(|it| *it == invoke(add, Some(1), &[2])), "it is called already: {asked:?}");
        assert!(!asked.iter().any(|it| matches!(it, Statement::Invoke { callable, receiver, .. } if *callable == add && *receiver == Some(VariableRef(2)))), "nobody gave it a box: {asked:?}");
    }

    #[test]
    fn others_are_asked_for_what_they_were_given_together_with() {
        let mut sample = SampleCluster::new();
        let int = TypeTable::primitive(Primitive::Int);
        let [constructor, size, put, at] = [0, 3, 6, 9].map(|position| sample.cluster.under_test[position]);
        for (callable, receiver, parameters) in
            [(put, None, vec![sample.boxes, int]), (at, Some(sample.boxes), vec![int])]
        {
            let called = &mut sample.cluster.callables[callable.index()];
            (called.receiver, called.is_static) = (receiver, receiver.is_none());
            called.parameters = parameters;
        }
        sample.cluster.under_test = vec![put];
        sample.cluster.modifiers.insert(sample.boxes, vec![at, size]);
        let mut test = TestCase::new(vec![
            Statement::Value(Value::Int(1)),
            invoke(constructor, None, &[0]),
            Statement::Value(Value::Int(2)),
        ]);
        test.push(invoke(put, None, &[1, 2]));
        let asked = asked_by(&sample, &test, &|factory| factory.with_other_questions(&test, 8));
        assert_eq!(asked, [invoke(size, Some(1), &[]), invoke(at, Some(1), &[2])]);
    }

    #[test]
    fn objects_are_had_to_do_what_is_left_to_do() {
        let mut sample = SampleCluster::new();
        let [size, draw] = [3, 6].map(|position| sample.cluster.under_test[position]);
        let test = new_box(&sample);
        let ended = |sample: &SampleCluster, test: &TestCase| {
            let config = SearchConfig::default();
            let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
            let knowledge = Knowledge::new(&config, &sample.cluster);
            TestFactory::new(&ingredients, &knowledge).with_endings(test)
        };
        assert_eq!(
            ended(&sample, &test),
            [],
            "what gives something is asked, what takes something left alone"
        );
        sample.cluster.callables[size.index()].return_type = TypeTable::VOID;
        let mut flushed = test.clone();
        flushed.push(invoke(size, Some(1), &[]));
        assert_eq!(ended(&sample, &test), [flushed.clone()]);
        assert_eq!(ended(&sample, &flushed), [], "it is done already");
        sample.cluster.under_test = vec![draw];
        assert_eq!(ended(&sample, &test), [], "others do more than what is wanted");
        sample.cluster.modifiers.insert(sample.boxes, vec![size]);
        "flush".clone_into(&mut sample.cluster.callables[size.index()].name);
        assert_eq!(ended(&sample, &test), [flushed]);
    }
}
