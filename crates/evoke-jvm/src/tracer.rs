//! The Rust side of the Java tracer: room for the class under test, the start of a run, and what it left behind.

use evoke_analysis::call_context::columns_by_method;
use evoke_analysis::{
    ClassUnderTest, ContextBlock, ContextId, Criterion, LineId, MethodId, MutantId, PredicateId, ValueDomain,
};
use evoke_runtime::layout::call_contexts::{FIRST as FIRST_CONTEXT, NONE as NO_CONTEXT};
use evoke_runtime::layout::mutants::NONE as NO_MUTANT;
use evoke_runtime::layout::trace_state;
use evoke_runtime::{Member, members};
use evoke_testcase::{Effort, ExecutionTrace, MutantRecord, PredicateRecord, split_contexts};
use jni_sys::{jarray, jclass, jfieldID, jmethodID, jthrowable, jvalue};

use crate::jni::{ArrayElement, Elements, Env, Fault, JniType, PrimitiveArray};
use crate::runtime_classes::{RuntimeClasses, static_field, static_method};
use crate::touched_ids::ascending;

/// Number of positions in `Tracer.state`.
const STATE_LENGTH: usize = trace_state::LENGTH as usize;

/// What a trace has to hold, and how much room that needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TracerSizes {
    /// Number of predicates.
    pub predicates: usize,
    /// Number of lines.
    pub lines: usize,
    /// Number of methods.
    pub methods: usize,
    /// Number of mutants.
    pub mutants: usize,
    /// First predicate of every switch, with its keys in ascending order.
    pub switches: Vec<(PredicateId, Vec<i32>)>,
    /// Methods in the contexts that their activations are told apart by.
    pub contexts: Vec<ContextBlock>,
    /// Whether calls of methods under test are noted.
    pub calls: bool,
    /// Whether an exception that leaves such a call is noted.
    pub escaped_exceptions: bool,
    /// Places whose values are noted.
    pub value_domains: Vec<ValueDomain>,
}

/// What a run did apart from covering something, and how much it covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunState {
    /// Steps that are left; none once they are used up.
    pub(crate) steps_left: u32,
    /// `Tracer.state`.
    counts: [i32; STATE_LENGTH],
}

impl RunState {
    pub(crate) fn exit_attempted(&self) -> bool {
        self.count(trace_state::EXIT_ATTEMPTS) > 0
    }

    /// Whether it tried to change a file that is none of a test's.
    pub(crate) fn was_refused(&self) -> bool {
        self.count(trace_state::REFUSALS) > 0
    }

    fn count(&self, position: i32) -> usize {
        count(&self.counts, position)
    }
}

/// The tracer, made ready for one class under test.
pub(crate) struct Tracer {
    env: Env,
    class: jclass,
    begin: jmethodID,
    /// Steps left are in one of these, and 0 in the other.
    steps_left: [jfieldID; 2],
    state: jarray,
    touched_predicates: PrimitiveArray,
    touched_lines: PrimitiveArray,
    touched_methods: PrimitiveArray,
    distance_true: PrimitiveArray,
    distance_false: PrimitiveArray,
    predicate_executions: PrimitiveArray,
    touched_mutants: PrimitiveArray,
    infection_distance: PrimitiveArray,
    mutation: jclass,
    active_mutant: jfieldID,
    next_context: jfieldID,
    last_thrown: jfieldID,
    /// What asks about the pool that all tests share, and delays it.
    pool: PoolMethods,
    /// Number of predicates and of methods; ids from there on are those of methods in their contexts.
    n_own: (usize, usize),
    /// By their numbers.
    contexts: Vec<ContextBlock>,
}

/// Methods of the tracer about the pool that all tests share.
struct PoolMethods {
    uses: jmethodID,
    wait_for: jmethodID,
    delay: jmethodID,
    let_go_on: jmethodID,
}

impl PoolMethods {
    fn find(env: Env, tracer: jclass) -> Result<Self, Fault> {
        Ok(Self {
            uses: static_method(env, tracer, members::tracer::USES_POOL)?,
            wait_for: static_method(env, tracer, members::tracer::AWAIT_POOL)?,
            delay: static_method(env, tracer, members::tracer::DELAY_POOL)?,
            let_go_on: static_method(env, tracer, members::tracer::LET_POOL_GO_ON)?,
        })
    }
}

impl TracerSizes {
    /// Room for what this class can report.
    pub fn of(class: &ClassUnderTest) -> Self {
        let asks_for_any = |criteria: &[Criterion]| criteria.iter().any(|it| class.asks_for(*it));
        Self {
            predicates: class.predicates.len(),
            lines: class.lines.len(),
            methods: class.methods.len(),
            mutants: class.mutants.len(),
            switches: class.switches(),
            contexts: class.context_blocks(),
            calls: asks_for_any(&[Criterion::TopLevelMethod, Criterion::NoExceptionTopLevelMethod]),
            escaped_exceptions: class.asks_for(Criterion::Exception),
            value_domains: class.value_domains.clone(),
        }
    }
}

impl Tracer {
    pub(crate) fn open(
        env: Env,
        runtime: &RuntimeClasses,
        sizes: &TracerSizes,
        max_array_length: u32,
    ) -> Result<Self, Fault> {
        configure(env, runtime.tracer, sizes, max_array_length)?;
        let configure_mutation = static_method(env, runtime.mutation, members::mutation::CONFIGURE)?;
        let n_mutants = jvalue { i: sizes.mutants as i32 };
        env.call_static(runtime.mutation, configure_mutation, JniType::Void, &[n_mutants])?;
        let array_of = |class: jclass, field: Member| {
            let field = static_field(env, class, field)?;
            // SAFETY: the field holds a reference.
            let array = env.globalize(unsafe { env.get_static(class, field, JniType::Reference).l })?;
            Ok::<_, Fault>(env.primitive_array(array))
        };
        let array = |field: Member| array_of(runtime.tracer, field);
        let field = |field: Member| static_field(env, runtime.tracer, field);
        Ok(Self {
            env,
            class: runtime.tracer,
            begin: static_method(env, runtime.tracer, members::tracer::BEGIN)?,
            steps_left: [field(members::tracer::STEPS_LEFT)?, field(members::tracer::CAREFUL_STEPS_LEFT)?],
            state: array(members::tracer::STATE)?.reference(),
            touched_predicates: array(members::tracer::TOUCHED_PREDICATES)?,
            touched_lines: array(members::tracer::TOUCHED_LINES)?,
            touched_methods: array(members::tracer::TOUCHED_METHODS)?,
            distance_true: array(members::tracer::DISTANCE_TRUE)?,
            distance_false: array(members::tracer::DISTANCE_FALSE)?,
            predicate_executions: array(members::tracer::PREDICATE_EXECUTIONS)?,
            touched_mutants: array_of(runtime.mutation, members::mutation::TOUCHED_MUTANTS)?,
            infection_distance: array_of(runtime.mutation, members::mutation::INFECTION_DISTANCE)?,
            mutation: runtime.mutation,
            active_mutant: static_field(env, runtime.mutation, members::mutation::ACTIVE)?,
            next_context: field(members::tracer::NEXT_CONTEXT)?,
            last_thrown: field(members::tracer::LAST_THROWN)?,
            pool: PoolMethods::find(env, runtime.tracer)?,
            n_own: (sizes.predicates, sizes.methods),
            contexts: sizes.contexts.clone(),
        })
    }

    /// Starts a run.
    pub(crate) fn begin(&self, steps: u32) {
        let steps = jvalue { i: i32::try_from(steps).unwrap_or(i32::MAX) };
        // It writes to static fields and cannot throw; if it did, the run begins without that exception.
        let _ = self.env.call_static(self.class, self.begin, JniType::Void, &[steps]);
    }

    /// Puts a mutant, or none, in the place of the original.
    pub(crate) fn switch_on(&self, mutant: Option<MutantId>) {
        let id = mutant.map_or(NO_MUTANT, |mutant| mutant.0 as i32);
        self.env.set_static(self.mutation, self.active_mutant, JniType::Int, jvalue { i: id });
    }

    /// How the run stands.
    pub(crate) fn run_state(&self) -> RunState {
        let steps_left = |field| {
            // SAFETY: the fields hold ints.
            unsafe { self.env.get_static(self.class, field, JniType::Int).i }
        };
        let [quick, careful] = self.steps_left;
        let left = match steps_left(quick) {
            0 => steps_left(careful),
            left => left,
        };
        RunState { steps_left: u32::try_from(left).unwrap_or(0), counts: self.state() }
    }

    /// Whether the common pool has worked since the run began, or has work to do.
    pub(crate) fn uses_pool(&self) -> bool {
        self.ask_about_pool(self.pool.uses)
    }

    /// Returns once the common pool has nothing left to do, or false where that takes too long.
    pub(crate) fn wait_for_pool(&self) -> bool {
        self.ask_about_pool(self.pool.wait_for)
    }

    fn ask_about_pool(&self, method: jmethodID) -> bool {
        let answer = self.env.call_static(self.class, method, JniType::Boolean, &[]);
        // SAFETY: the methods return booleans.
        answer.is_ok_and(|answer| unsafe { answer.z })
    }

    /// Keeps the common pool from beginning anything, for some moments at most.
    pub(crate) fn delay_pool(&self) {
        self.call_about_pool(self.pool.delay);
    }

    /// The common pool goes on, and is waited for.
    pub(crate) fn let_pool_go_on(&self) {
        self.call_about_pool(self.pool.let_go_on);
    }

    fn call_about_pool(&self, method: jmethodID) {
        // What it throws, it throws for want of a thread: then the pool is as it ever is.
        let _ = self.env.call_static(self.class, method, JniType::Void, &[]);
    }

    /// Whether the run has made a thread so far.
    pub(crate) fn made_threads(&self) -> bool {
        count(&self.state(), trace_state::THREADS) > 0
    }

    /// What the run that stands so reported, sorted by id.
    pub(crate) fn trace(&self, state: &RunState) -> ExecutionTrace {
        let count = |position| state.count(position);
        let mut trace = ExecutionTrace {
            predicates: self.predicates(count(trace_state::TOUCHED_PREDICATES)),
            lines: self.ids(self.touched_lines, count(trace_state::TOUCHED_LINES), LineId),
            methods: self.ids(self.touched_methods, count(trace_state::TOUCHED_METHODS), MethodId),
            mutants: self.mutants(count(trace_state::TOUCHED_MUTANTS)),
            effort: Effort {
                calls: count(trace_state::CALLS) as u32,
                repeated_allocations: count(trace_state::REPEATED_ALLOCATIONS) as u32,
                lines: count(trace_state::LINE_EXECUTIONS) as u32,
            },
            threads: count(trace_state::THREADS) as u32,
            ..ExecutionTrace::default()
        };
        if !self.contexts.is_empty() {
            split_contexts(&mut trace, self.n_own, &self.contexts);
        }
        trace
    }

    /// Says whether a call that the test itself makes comes next.
    pub(crate) fn set_direct_call(&self, comes_next: bool) {
        if !self.contexts.is_empty() {
            let value = jvalue { i: if comes_next { context_code(ContextId::TEST) } else { NO_CONTEXT } };
            self.env.set_static(self.class, self.next_context, JniType::Int, value);
        }
    }

    /// Whether code under test threw the exception by a `throw` of its own.
    pub(crate) fn was_thrown_explicitly(&self, thrown: jthrowable) -> bool {
        // SAFETY: the field holds a reference.
        let last = unsafe { self.env.get_static(self.class, self.last_thrown, JniType::Reference).l };
        let is_same = !last.is_null() && self.env.is_same(last, thrown);
        self.env.delete_local(last);
        is_same
    }

    fn state(&self) -> [i32; STATE_LENGTH] {
        let mut state = [0; STATE_LENGTH];
        self.env.copy_ints(self.state, &mut state);
        state
    }

    fn predicates(&self, touched: usize) -> Vec<PredicateRecord> {
        if touched == 0 {
            return Vec::new();
        }
        let unread =
            |predicate| PredicateRecord { predicate, distance_true: 0.0, distance_false: 0.0, executions: 0 };
        let mut records: Vec<PredicateRecord> =
            self.ids(self.touched_predicates, touched, PredicateId).into_iter().map(unread).collect();
        // One array after the other: while the content of one is shown, JNI allows no other call.
        self.fill(self.distance_true, &mut records, |record, distance: f64| record.distance_true = distance);
        self.fill(self.distance_false, &mut records, |record, distance: f64| {
            record.distance_false = distance;
        });
        self.fill(self.predicate_executions, &mut records, |record, times: i32| {
            record.executions = times as u32;
        });
        records
    }

    /// The mutants reached since the last start of a run.
    pub(crate) fn reached_mutants(&self) -> Vec<MutantRecord> {
        self.mutants(count(&self.state(), trace_state::TOUCHED_MUTANTS))
    }

    fn mutants(&self, touched: usize) -> Vec<MutantRecord> {
        if touched == 0 {
            return Vec::new();
        }
        let ids = self.ids(self.touched_mutants, touched, MutantId);
        self.env.with_elements(self.infection_distance, |distances: &Elements<'_, f64>| {
            let record = |mutant: MutantId| {
                let infection_distance = distances.get(mutant.index())?;
                Some(MutantRecord { mutant, infection_distance })
            };
            ids.into_iter().filter_map(record).collect()
        })
    }

    /// Sets a part of every record from the array that holds it by predicate.
    fn fill<T: ArrayElement>(
        &self,
        array: PrimitiveArray,
        records: &mut [PredicateRecord],
        set: impl Fn(&mut PredicateRecord, T),
    ) {
        self.env.with_elements(array, |values: &Elements<'_, T>| {
            for record in records {
                if let Some(value) = values.get(record.predicate.index()) {
                    set(record, value);
                }
            }
        });
    }

    fn ids<T>(&self, ids: PrimitiveArray, touched: usize, id: fn(u32) -> T) -> Vec<T> {
        if touched == 0 {
            return Vec::new();
        }
        let mut raw = vec![0; touched.min(ids.length())];
        self.env.copy_ints(ids.reference(), &mut raw);
        let touched = raw.into_iter().map(|raw| raw as u32).collect();
        ascending(touched, ids.length()).into_iter().map(id).collect()
    }
}

fn count(state: &[i32; STATE_LENGTH], position: i32) -> usize {
    usize::try_from(state[position as usize]).unwrap_or(0)
}

fn configure(env: Env, tracer: jclass, sizes: &TracerSizes, max_array_length: u32) -> Result<(), Fault> {
    let configure = static_method(env, tracer, members::tracer::CONFIGURE)?;
    let in_contexts: usize = sizes.contexts.iter().map(|block| block.own.len()).sum();
    let arguments = [
        jvalue { i: (sizes.predicates + in_contexts) as i32 },
        jvalue { i: sizes.lines as i32 },
        jvalue { i: (sizes.methods + sizes.contexts.len()) as i32 },
        jvalue { i: i32::try_from(max_array_length).unwrap_or(i32::MAX) },
    ];
    env.call_static(tracer, configure, JniType::Void, &arguments)?;
    let set_switch_keys = static_method(env, tracer, members::tracer::SET_SWITCH_KEYS)?;
    for (predicate, keys) in &sizes.switches {
        let array = env.new_int_array(keys)?;
        let holders = sizes.contexts.iter().filter(|block| block.own.contains(&predicate.0));
        for shift in std::iter::once(0).chain(holders.map(ContextBlock::shift)) {
            let arguments = [jvalue { i: (predicate.0 + shift) as i32 }, jvalue { l: array }];
            env.call_static(tracer, set_switch_keys, JniType::Void, &arguments)?;
        }
        env.delete_local(array);
    }
    tell_contexts(env, tracer, &sizes.contexts)
}

/// Tells the tracer the contexts of every method that has any.
fn tell_contexts(env: Env, tracer: jclass, contexts: &[ContextBlock]) -> Result<(), Fault> {
    let set_contexts = static_method(env, tracer, members::tracer::SET_CONTEXTS)?;
    for (method, columns) in columns_by_method(contexts) {
        let mut arguments = vec![jvalue { i: method.0 as i32 }, jvalue { i: context_code(columns.first) }];
        for column in [&columns.shifts, &columns.entries] {
            arguments.push(jvalue { l: env.new_int_array(column)? });
        }
        env.call_static(tracer, set_contexts, JniType::Void, &arguments)?;
        for array in &arguments[2..] {
            // SAFETY: these arguments are the references just made.
            env.delete_local(unsafe { array.l });
        }
    }
    Ok(())
}

/// What the tracer calls a context.
fn context_code(context: ContextId) -> i32 {
    context.0 as i32 + FIRST_CONTEXT
}
