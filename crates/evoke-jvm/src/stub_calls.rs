//! Which methods of stubs were called, which the Java class `StubCalls` notes.

use evoke_analysis::{StubId, TestCluster};
use evoke_runtime::members;
use jni_sys::{jclass, jfieldID, jmethodID, jobject, jvalue};

use crate::jni::{Elements, Env, Fault, JniType, PrimitiveArray};
use crate::runtime_classes::{RuntimeClasses, static_field, static_method};

/// The numbers of the methods of all stubs, and those that were called.
pub(crate) struct StubCalls {
    env: Env,
    class: jclass,
    count: jfieldID,
    called: PrimitiveArray,
    /// By stub: the number of its first method.
    first: Vec<u32>,
    record: jmethodID,
    recorded: jfieldID,
    recorded_methods: jfieldID,
    recorded_count: jfieldID,
    n_taken: usize,
}

/// A call as it was recorded, by local references.
pub(crate) struct RecordedCall {
    pub(crate) stub: jobject,
    /// As the stub's class numbers its methods: those it implements, then those of its interface.
    pub(crate) method: usize,
    pub(crate) arguments: Vec<jobject>,
}

impl StubCalls {
    /// Makes room for the stubs of the cluster.
    pub(crate) fn open(env: Env, runtime: &RuntimeClasses, cluster: &TestCluster) -> Result<Self, Fault> {
        let class = runtime.stub_calls;
        let mut n_methods = 0;
        let first = cluster.stubs.iter().map(|stub| {
            let first = n_methods;
            n_methods += stub.methods.len() as u32;
            first
        });
        let first = first.collect();
        let configure = static_method(env, class, members::stub_calls::CONFIGURE)?;
        env.call_static(class, configure, JniType::Void, &[jvalue { i: n_methods as i32 }])?;
        let called = static_field(env, class, members::stub_calls::CALLED)?;
        // SAFETY: the field holds a reference.
        let called = env.globalize(unsafe { env.get_static(class, called, JniType::Reference).l })?;
        let called = env.primitive_array(called);
        let count = static_field(env, class, members::stub_calls::COUNT)?;
        let record = static_method(env, class, members::stub_calls::RECORD)?;
        let recorded = static_field(env, class, members::stub_calls::RECORDED)?;
        let recorded_methods = static_field(env, class, members::stub_calls::RECORDED_METHODS)?;
        let recorded_count = static_field(env, class, members::stub_calls::RECORDED_COUNT)?;
        Ok(Self {
            env,
            class,
            count,
            called,
            first,
            record,
            recorded,
            recorded_methods,
            recorded_count,
            n_taken: 0,
        })
    }

    /// The number of a stub's first method; the others follow.
    pub(crate) fn first_method(&self, stub: StubId) -> u32 {
        self.first[stub.index()]
    }

    /// Forgets the calls recorded, and makes room for so many.
    pub(crate) fn record(&self, calls: u32) -> Result<(), Fault> {
        self.env.call_static(self.class, self.record, JniType::Void, &[jvalue { i: calls as i32 }])?;
        Ok(())
    }

    /// The calls recorded, in their order; `None` if there were more than there was room for, or another thread made one.
    pub(crate) fn recorded(&self) -> Option<Vec<RecordedCall>> {
        let env = self.env;
        // SAFETY: the field holds an int.
        let count = unsafe { env.get_static(self.class, self.recorded_count, JniType::Int).i };
        // SAFETY: these fields hold references.
        let array = |field| unsafe { env.get_static(self.class, field, JniType::Reference).l };
        let recorded = array(self.recorded);
        let n_calls = usize::try_from(count).ok()?;
        if n_calls > env.array_length(recorded) as usize {
            return None;
        }
        let mut methods = vec![0; n_calls];
        env.copy_ints(array(self.recorded_methods), &mut methods);
        // SAFETY: these arrays hold references.
        let element = |array, index| unsafe { env.element(array, JniType::Reference, index).l };
        let call = |(index, method): (i32, i32)| {
            let call = element(recorded, index);
            let arguments = element(call, 1);
            let n_arguments = env.array_length(arguments) as i32;
            let arguments = (0..n_arguments).map(|position| element(arguments, position)).collect();
            RecordedCall { stub: element(call, 0), method: method as usize, arguments }
        };
        Some((0..).zip(methods).map(call).collect())
    }

    /// Methods that were called since this was last asked and never before, as positions in their stub's list.
    pub(crate) fn take(&mut self) -> Vec<(StubId, usize)> {
        // SAFETY: the field holds an int.
        let count = unsafe { self.env.get_static(self.class, self.count, JniType::Int).i };
        let count = usize::try_from(count).unwrap_or(0);
        if count <= self.n_taken {
            return Vec::new();
        }
        let new: Vec<u32> = self.env.with_elements(self.called, |called: &Elements<'_, i32>| {
            (self.n_taken..count).filter_map(|position| called.get(position)).map(|it| it as u32).collect()
        });
        self.n_taken = count;
        let stub_of = |method: u32| self.first.partition_point(|first| *first <= method) - 1;
        new.into_iter()
            .map(|method| (method, stub_of(method)))
            .map(|(method, stub)| (StubId(stub as u32), (method - self.first[stub]) as usize))
            .collect()
    }
}
