//! The Rust side of the Java tracer: room for the class under test, the start of a run, and what it left behind.

use evoke_analysis::{BranchId, BranchKind, ClassUnderTest, LineId, MethodId};
use evoke_testcase::{BranchRecord, Effort, ExecutionTrace};
use jni_sys::{jarray, jclass, jfieldID, jmethodID, jvalue};

use crate::env::{ArrayElement, Env, Pending};
use crate::kind::Kind;
use crate::runtime_classes::RuntimeClasses;

/// Positions in `Tracer.state`.
const TOUCHED_BRANCHES: usize = 0;
const TOUCHED_LINES: usize = 1;
const TOUCHED_METHODS: usize = 2;
const EXIT_ATTEMPTS: usize = 3;
const CALLS: usize = 4;
const REPEATED_ALLOCATIONS: usize = 5;
const LINE_EXECUTIONS: usize = 6;
const N_COUNTERS: usize = 7;

/// How much room the tracer needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TracerSizes {
    /// Number of predicates.
    pub branches: usize,
    /// Number of lines.
    pub lines: usize,
    /// Number of methods.
    pub methods: usize,
    /// First branch of every switch, with its keys in ascending order.
    pub switches: Vec<(BranchId, Vec<i32>)>,
}

/// What a run did apart from covering something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunState {
    pub(crate) steps_exhausted: bool,
    pub(crate) exit_attempted: bool,
}

/// The tracer, made ready for one class under test.
pub(crate) struct Tracer {
    env: Env,
    class: jclass,
    begin: jmethodID,
    steps_left: jfieldID,
    state: jarray,
    touched_branches: jarray,
    touched_lines: jarray,
    touched_methods: jarray,
    distance_true: jarray,
    distance_false: jarray,
    branch_executions: jarray,
}

impl TracerSizes {
    /// Room for what this class can report.
    pub fn of(class: &ClassUnderTest) -> Self {
        let mut switches = Vec::new();
        let mut keys: Vec<i32> = Vec::new();
        for branch in &class.branches {
            match branch.kind {
                BranchKind::Jump(_) => keys.clear(),
                BranchKind::SwitchCase(key) => keys.push(key),
                BranchKind::SwitchDefault => {
                    let first = BranchId(branch.id.0 - keys.len() as u32);
                    switches.push((first, std::mem::take(&mut keys)));
                }
            }
        }
        Self {
            branches: class.branches.len(),
            lines: class.lines.len(),
            methods: class.methods.len(),
            switches,
        }
    }
}

impl Tracer {
    pub(crate) fn open(
        env: Env,
        runtime: &RuntimeClasses,
        sizes: &TracerSizes,
        max_array_length: u32,
    ) -> Result<Self, Pending> {
        configure(env, runtime.tracer, sizes, max_array_length)?;
        let array = |name: &str, descriptor: &str| {
            let field = env.static_field(runtime.tracer, name, descriptor)?;
            // SAFETY: the field holds a reference.
            env.globalize(unsafe { env.get_static(runtime.tracer, field, Kind::Reference).l })
        };
        Ok(Self {
            env,
            class: runtime.tracer,
            begin: env.static_method(runtime.tracer, "begin", "(I)V")?,
            steps_left: env.static_field(runtime.tracer, "stepsLeft", "I")?,
            state: array("state", "[I")?,
            touched_branches: array("touchedBranches", "[I")?,
            touched_lines: array("touchedLines", "[I")?,
            touched_methods: array("touchedMethods", "[I")?,
            distance_true: array("distanceTrue", "[D")?,
            distance_false: array("distanceFalse", "[D")?,
            branch_executions: array("branchExecutions", "[I")?,
        })
    }

    /// Starts a run.
    pub(crate) fn begin(&self, steps: u32) {
        let steps = jvalue { i: i32::try_from(steps).unwrap_or(i32::MAX) };
        if self.env.try_call_static(self.class, self.begin, Kind::Void, &[steps]).is_err() {
            // It writes to static fields and cannot throw; if it did, the run begins without that exception.
            self.env.clear_exception();
        }
    }

    pub(crate) fn run_state(&self) -> RunState {
        // SAFETY: the field holds an int.
        let steps_left = unsafe { self.env.get_static(self.class, self.steps_left, Kind::Int).i };
        RunState { steps_exhausted: steps_left <= 0, exit_attempted: self.state()[EXIT_ATTEMPTS] > 0 }
    }

    /// What the run reported, sorted by id.
    pub(crate) fn trace(&self) -> ExecutionTrace {
        let state = self.state();
        ExecutionTrace {
            branches: self.branches(count(state, TOUCHED_BRANCHES)),
            lines: self.ids(self.touched_lines, count(state, TOUCHED_LINES), LineId),
            methods: self.ids(self.touched_methods, count(state, TOUCHED_METHODS), MethodId),
            effort: Effort {
                calls: count(state, CALLS) as u32,
                repeated_allocations: count(state, REPEATED_ALLOCATIONS) as u32,
                lines: count(state, LINE_EXECUTIONS) as u32,
            },
        }
    }

    fn state(&self) -> [i32; N_COUNTERS] {
        let mut state = [0; N_COUNTERS];
        self.env.copy_ints(self.state, &mut state);
        state
    }

    fn branches(&self, touched: usize) -> Vec<BranchRecord> {
        if touched == 0 {
            return Vec::new();
        }
        let unread = |branch| BranchRecord { branch, distance_true: 0.0, distance_false: 0.0, executions: 0 };
        let mut records: Vec<BranchRecord> =
            self.ids(self.touched_branches, touched, BranchId).into_iter().map(unread).collect();
        // One array after the other: while the content of one is shown, JNI allows no other call.
        self.fill(self.distance_true, &mut records, |record, distance: f64| record.distance_true = distance);
        self.fill(self.distance_false, &mut records, |record, distance: f64| {
            record.distance_false = distance;
        });
        self.fill(self.branch_executions, &mut records, |record, times: i32| {
            record.executions = times as u32;
        });
        records
    }

    /// Sets a part of every record from the array that holds it by branch.
    fn fill<T: ArrayElement>(
        &self,
        array: jarray,
        records: &mut [BranchRecord],
        set: impl Fn(&mut BranchRecord, T),
    ) {
        self.env.with_array(array, |values: &[T]| {
            for record in records {
                if let Some(value) = values.get(record.branch.index()) {
                    set(record, *value);
                }
            }
        });
    }

    fn ids<T: Ord>(&self, array: jarray, touched: usize, id: fn(u32) -> T) -> Vec<T> {
        if touched == 0 {
            return Vec::new();
        }
        let mut ids: Vec<T> = self.env.with_array(array, |touched_ids: &[i32]| {
            touched_ids.iter().take(touched).map(|raw| id(*raw as u32)).collect()
        });
        ids.sort_unstable();
        ids
    }
}

fn count(state: [i32; N_COUNTERS], position: usize) -> usize {
    usize::try_from(state[position]).unwrap_or(0)
}

fn configure(env: Env, tracer: jclass, sizes: &TracerSizes, max_array_length: u32) -> Result<(), Pending> {
    let configure = env.static_method(tracer, "configure", "(IIII)V")?;
    let arguments = [
        jvalue { i: sizes.branches as i32 },
        jvalue { i: sizes.lines as i32 },
        jvalue { i: sizes.methods as i32 },
        jvalue { i: i32::try_from(max_array_length).unwrap_or(i32::MAX) },
    ];
    env.try_call_static(tracer, configure, Kind::Void, &arguments)?;
    let set_switch_keys = env.static_method(tracer, "setSwitchKeys", "(I[I)V")?;
    for (branch, keys) in &sizes.switches {
        let array = env.new_int_array(keys)?;
        let arguments = [jvalue { i: branch.0 as i32 }, jvalue { l: array }];
        env.try_call_static(tracer, set_switch_keys, Kind::Void, &arguments)?;
        env.delete_local(array);
    }
    Ok(())
}
