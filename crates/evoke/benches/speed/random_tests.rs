//! Random tests of a class: calls of its members on literals and on what earlier calls gave. The same in every run.

use evoke_analysis::{CallableId, Primitive, TestCluster, TypeCategory, TypeId};
use evoke_testcase::{Arguments, Statement, TestCase, Value, VariableRef};

const CALLS_A_TEST: usize = 10;
const TESTS: usize = 20_000;

/// Xorshift: the tests are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// Tests whose calls all find an object to be called on.
pub(crate) fn random_tests(cluster: &TestCluster) -> Vec<TestCase> {
    let mut random = Random(88_172_645_463_325_252);
    (0..TESTS).map(|_| random_test(cluster, &mut random)).collect()
}

fn random_test(cluster: &TestCluster, random: &mut Random) -> TestCase {
    let mut test = TestCase::default();
    for _ in 0..CALLS_A_TEST {
        let callable = cluster.under_test[random.below(cluster.under_test.len())];
        push_call(cluster, random, &mut test, callable);
    }
    test
}

/// Appends the call with its arguments; nothing if an object is wanted that the test does not have.
fn push_call(cluster: &TestCluster, random: &mut Random, test: &mut TestCase, callable: CallableId) {
    let known = cluster.callable(callable);
    let receiver = match known.receiver {
        None => None,
        Some(ty) => match existing(cluster, random, test, ty) {
            Some(variable) => Some(variable),
            None => return,
        },
    };
    let mut arguments = Arguments::new();
    for parameter in &known.parameters {
        let argument = match literal(cluster, random, *parameter) {
            Some(value) => Some(test.push(Statement::Value(value))),
            None => existing(cluster, random, test, *parameter),
        };
        match argument {
            Some(argument) => arguments.push(argument),
            None => return,
        }
    }
    test.push(Statement::Invoke { callable, receiver, arguments });
}

fn existing(cluster: &TestCluster, random: &mut Random, test: &TestCase, ty: TypeId) -> Option<VariableRef> {
    let fits = |(position, statement): (usize, &Statement)| {
        let defined = statement.defined_type(cluster)?;
        cluster.is_assignable(defined, ty).then_some(VariableRef(position as u32))
    };
    let candidates: Vec<VariableRef> = test.statements().iter().enumerate().filter_map(fits).collect();
    (!candidates.is_empty()).then(|| candidates[random.below(candidates.len())])
}

fn literal(cluster: &TestCluster, random: &mut Random, ty: TypeId) -> Option<Value> {
    let small = random.below(21) as i32 - 10;
    Some(match cluster.types.category(ty) {
        TypeCategory::Primitive(Primitive::Int) => Value::Int(small),
        TypeCategory::Primitive(Primitive::Double) => Value::Double(f64::from(small) / 4.0),
        TypeCategory::String => {
            Value::String(["1/2", "3 4/5", "0.75", "abc", "-1/0", "", "7"][random.below(7)].into())
        }
        _ => return None,
    })
}
