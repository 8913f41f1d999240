//! Runs statements with direct JNI calls: ids are resolved once, and values stay where JNI put them.
//!
//! Knows nothing of limits, clocks or what a run is for: that is up to the executor.

use std::time::SystemTime;

use evoke_analysis::{CallableId, TestCluster, TypeId};
use evoke_classfile::{ClassName, FieldType};
use evoke_testcase::{AbortReason, Statement, StubInstance, StubReturn, Value, VariableRef};
use jni_sys::{jclass, jobject, jvalue};
use smallvec::SmallVec;

use crate::call_recorder::CallRecorder;
use crate::erased_types::{ErasedId, ErasedTypes};
use crate::failure::Failure;
use crate::jni::{Env, Fault, JniType};
use crate::member::Member;
use crate::parameter::Parameter;
use crate::returned_types::ReturnedTypes;
use crate::settings::Settings;
use crate::string_literals::StringLiterals;
use crate::stub_calls::StubCalls;
use crate::stub_classes::StubClasses;
use crate::test_folder::{TestFolderInUse, name_of};
use crate::tracer::Tracer;
use crate::value_reader::ValueReader;
use crate::variable::Variable;

/// Arguments of a call.
type Arguments = SmallVec<[jvalue; 8]>;

/// The class under test as tests use it, and the variables of the running test.
pub(crate) struct Interpreter<'a> {
    pub(crate) env: Env,
    pub(crate) cluster: &'a TestCluster,
    types: ErasedTypes,
    /// By type of the cluster; `None` for `void`.
    erasures: Vec<Option<ErasedId>>,
    members: Vec<Option<Box<Member>>>,
    pub(crate) stubs: StubClasses,
    literals: StringLiterals,
    max_array_length: u32,
    pub(crate) returned_types: ReturnedTypes,
    pub(crate) tracer: Tracer,
    pub(crate) calls: CallRecorder,
    folder: TestFolderInUse,
    settings: Settings,
    pub(crate) values: ValueReader,
    /// By statement.
    pub(crate) variables: Vec<Variable>,
}

impl<'a> Interpreter<'a> {
    /// Finds what it needs in the JVM; the classes of the user come from this loader.
    pub(crate) fn new(
        env: Env,
        cluster: &'a TestCluster,
        loader: jobject,
        max_array_length: u32,
        stub_calls: StubCalls,
        (tracer, calls, folder, settings, values): (
            Tracer,
            CallRecorder,
            TestFolderInUse,
            Settings,
            ValueReader,
        ),
    ) -> Result<Self, Fault> {
        let mut types = ErasedTypes::new(env, loader)?;
        let erasures = (0..cluster.types.len())
            .map(|id| Some(types.intern(&cluster.types.erasure(TypeId(id as u32))?)))
            .collect();
        Ok(Self {
            env,
            cluster,
            types,
            erasures,
            members: cluster.callables.iter().map(|_| None).collect(),
            stubs: StubClasses::new(loader, stub_calls),
            literals: StringLiterals::new(env)?,
            max_array_length,
            returned_types: ReturnedTypes::new(cluster),
            tracer,
            calls,
            folder,
            settings,
            values,
            variables: Vec::new(),
        })
    }

    /// The class of this name as the class under test sees it.
    pub(crate) fn class_of(&mut self, name: &ClassName) -> Result<jclass, Fault> {
        let ty = self.types.intern(&FieldType::Object(name.clone()));
        self.types.class(ty)
    }

    /// Forgets the test before. None may be running.
    pub(crate) fn begin(&mut self) {
        self.literals.trim();
        self.variables.clear();
        self.calls.begin();
        self.folder.begin_test();
        self.settings.begin_test();
    }

    /// Has the next test find nothing in its folder and beside it, whatever tests did before.
    pub(crate) fn begin_in_clean_folder(&mut self) {
        self.folder.note_use();
    }

    /// Whether the test has left something beside its folder.
    pub(crate) fn has_litter(&mut self) -> bool {
        self.folder.has_litter()
    }

    /// Whether there is anything in the test's folder.
    pub(crate) fn has_files(&self) -> bool {
        self.folder.has_files()
    }

    /// Has what was written since `began` below the folder for temporary files seem to be written at another time.
    pub(crate) fn set_file_times(&self, began: SystemTime, time: SystemTime) {
        self.folder.set_times(began, time);
    }

    /// Runs a statement, and gives the variable that it defines.
    pub(crate) fn step(&mut self, statement: &Statement) -> Result<Variable, Failure> {
        match statement {
            Statement::Value(value) => self.literal(value),
            Statement::Invoke { callable, receiver, arguments } => {
                self.invoke(*callable, *receiver, arguments)
            }
            Statement::Stub(instance) => self.new_stub(instance),
            Statement::NewArray { array_type, length } => self.new_array(*array_type, *length),
            Statement::WriteElement { array, index, value } => self.write_element(*array, *index, *value),
        }
    }

    fn literal(&mut self, value: &Value) -> Result<Variable, Failure> {
        let (jni_type, primitive) = match value {
            Value::Boolean(value) => (JniType::Boolean, jvalue { z: *value }),
            Value::Byte(value) => (JniType::Byte, jvalue { b: *value }),
            Value::Char(value) => (JniType::Char, jvalue { c: *value }),
            Value::Short(value) => (JniType::Short, jvalue { s: *value }),
            Value::Int(value) => (JniType::Int, jvalue { i: *value }),
            Value::Long(value) => (JniType::Long, jvalue { j: *value }),
            Value::Float(value) => (JniType::Float, jvalue { f: *value }),
            Value::Double(value) => (JniType::Double, jvalue { d: *value }),
            Value::String(text) => {
                let ty = self.erasure(value.type_id())?;
                return Ok(Variable::reference(self.literals.get(text)?, ty));
            }
            Value::Null(ty) => return Ok(Variable::reference(std::ptr::null_mut(), self.erasure(*ty)?)),
            Value::Class(ty) => {
                // `void.class` has no erasure and is not written by any test.
                let class = self.types.class(self.erasure(*ty)?)?;
                return Ok(Variable::reference(class, self.erasure(value.type_id())?));
            }
        };
        Ok(Variable::primitive(jni_type, primitive))
    }

    /// What the object in the variable gives when it is asked; of one that names a file, what is asked of the file.
    pub(crate) fn ask(&mut self, question: CallableId, variable: VariableRef) -> Result<Variable, Failure> {
        match self.cluster.callable(question).file_question() {
            Some(_) => self.invoke(question, None, &[variable]),
            None => self.invoke(question, Some(variable), &[]),
        }
    }

    /// Calls a callable on variables of the running test.
    pub(crate) fn invoke(
        &mut self,
        callable: CallableId,
        receiver: Option<VariableRef>,
        arguments: &[VariableRef],
    ) -> Result<Variable, Failure> {
        let member = match self.members.get_mut(callable.index()).ok_or(Failure::CLASS_CAST)? {
            Some(member) => &**member,
            unresolved @ None => {
                let callable = self.cluster.callable(callable);
                let member = Member::resolve(self.env, &mut self.types, self.cluster, callable)?;
                unresolved.insert(Box::new(member))
            }
        };
        let (env, types) = (self.env, &mut self.types);
        let receiver = receiver_of(env, types, member, &self.variables, receiver)?;
        let mut arguments = arguments_of(env, types, member, &self.variables, arguments)?;
        if let Some(setting) = member.set {
            self.settings.note_change(setting)?;
        }
        if let Some(call) = member.folder_call {
            self.folder.note_use();
            for name in arguments.iter_mut().take(call.n_names()) {
                // SAFETY: a name of a file is a literal, which is a reference.
                let literal = self.env.string_beginning(unsafe { name.l }, u32::MAX);
                name.l = self.literals.get(&name_of(&literal))?;
            }
        }
        if let Some(method) = member.under_test {
            if self.calls.is_active() {
                let types = member.parameters.iter().map(|parameter| parameter.jni_type);
                let arguments = types.zip(arguments.iter().copied());
                self.calls.called((callable, method), &arguments, &mut self.values);
            }
            self.tracer.set_direct_call(true);
        }
        let value = member.call(env, receiver, &arguments)?;
        if let Some(method) = member.under_test {
            self.tracer.set_direct_call(false);
            if self.calls.is_active() {
                self.calls.returned(method, (member.result, value), &mut self.values);
            }
        }
        let variable = Variable { value, jni_type: member.result, ty: member.result_type };
        let is_cast = member.casts_result;
        self.check_returned(callable, variable, is_cast)?;
        Ok(variable)
    }

    /// Casts what a call returned if Java would, and takes note of what it is.
    fn check_returned(
        &mut self,
        callable: CallableId,
        variable: Variable,
        is_cast: bool,
    ) -> Result<(), Failure> {
        let Some(object) = variable.as_reference() else { return Ok(()) };
        if is_cast {
            Parameter::reference(variable.ty).cast(self.env, &mut self.types, object)?;
        }
        if self.returned_types.wants(callable) && !object.is_null() {
            let known = (self.cluster, self.erasures.as_slice());
            self.returned_types.look(callable, object, (self.env, &mut self.types), known);
        }
        Ok(())
    }

    fn new_stub(&mut self, instance: &StubInstance) -> Result<Variable, Failure> {
        let env = self.env;
        let constructor = self.stubs.constructor_of(env, &mut self.types, self.cluster, instance)?;
        let mut values = Arguments::new();
        let mut convert_next = |values: &mut Arguments, variable: VariableRef| {
            let parameter = *constructor.parameters.get(values.len()).ok_or(Failure::CLASS_CAST)?;
            values.push(parameter.accept(env, &mut self.types, self.variables.get(variable.index()))?);
            Ok::<(), Failure>(())
        };
        for argument in &instance.arguments {
            convert_next(&mut values, *argument)?;
        }
        for returned in &instance.returns {
            match returned {
                StubReturn::Variable(_) | StubReturn::Successive(_) => {
                    for variable in returned.variables() {
                        convert_next(&mut values, *variable)?;
                    }
                }
                StubReturn::Default
                | StubReturn::Parameter(_)
                | StubReturn::Throw(_)
                | StubReturn::Inherited => {}
                StubReturn::Polynomial { coefficients, .. } => {
                    let first = usize::from(coefficients[0] == 0.0);
                    values.extend(coefficients[first..].iter().map(|value| jvalue { d: *value }));
                }
            }
        }
        for argument in instance.callbacks.iter().flat_map(|callback| &callback.arguments) {
            convert_next(&mut values, *argument)?;
        }
        if values.len() != constructor.parameters.len() {
            return Err(Failure::CLASS_CAST);
        }
        Ok(Variable::reference(env.new_object(constructor.class, constructor.id, &values)?, constructor.ty))
    }

    fn new_array(&mut self, array_type: TypeId, length: u32) -> Result<Variable, Failure> {
        let ty = self.erasure(array_type)?;
        if length > self.max_array_length {
            return Err(Failure::Refused(AbortReason::Memory));
        }
        let FieldType::Array(element) = self.types.get(ty) else { return Err(Failure::CLASS_CAST) };
        let (jni_type, element) = (JniType::of(element), FieldType::clone(element));
        let length = length as i32;
        let array = if jni_type == JniType::Reference {
            let element = self.types.intern(&element);
            self.env.new_object_array(self.types.class(element)?, length)?
        } else {
            self.env.new_primitive_array(jni_type, length)?
        };
        Ok(Variable::reference(array, ty))
    }

    fn write_element(
        &mut self,
        array: VariableRef,
        index: u32,
        value: VariableRef,
    ) -> Result<Variable, Failure> {
        let array = *self.variables.get(array.index()).ok_or(Failure::CLASS_CAST)?;
        let FieldType::Array(element) = self.types.get(array.ty) else { return Err(Failure::CLASS_CAST) };
        let element = FieldType::clone(element);
        let target = array.as_reference().ok_or(Failure::CLASS_CAST)?;
        let parameter = Parameter::of(&mut self.types, &element);
        let value = parameter.accept(self.env, &mut self.types, self.variables.get(value.index()))?;
        if target.is_null() {
            return Err(Failure::NULL_POINTER);
        }
        // The JVM checks bounds and, for references, the store.
        let index = i32::try_from(index).unwrap_or(i32::MAX);
        self.env.set_element(target, parameter.jni_type, index, value)?;
        Ok(Variable::NONE)
    }

    /// The first of the variables asked for that holds the object.
    pub(crate) fn first_holding(
        &self,
        object: jobject,
        is_asked_for: impl Fn(usize) -> bool,
    ) -> Option<VariableRef> {
        let holds =
            |variable: &Variable| variable.as_reference().is_some_and(|held| self.env.is_same(held, object));
        let mut variables = self.variables.iter().enumerate();
        let found = variables.find(|(position, variable)| is_asked_for(*position) && holds(variable));
        found.map(|(position, _)| VariableRef(position as u32))
    }

    /// Whether the object, which is not null, is an instance of the class; not if that cannot be loaded.
    pub(crate) fn is_instance(&mut self, object: jobject, class: &FieldType) -> bool {
        let class = self.types.intern(class);
        self.types.class(class).is_ok_and(|class| self.env.is_instance(object, class))
    }

    fn erasure(&self, ty: TypeId) -> Result<ErasedId, Failure> {
        self.erasures.get(ty.index()).copied().flatten().ok_or(Failure::CLASS_CAST)
    }
}

/// The object that a member is called on; null if it is called on none.
fn receiver_of(
    env: Env,
    types: &mut ErasedTypes,
    member: &Member,
    variables: &[Variable],
    receiver: Option<VariableRef>,
) -> Result<jobject, Failure> {
    let Some(ty) = member.receiver else { return Ok(std::ptr::null_mut()) };
    let variable = receiver.and_then(|receiver| variables.get(receiver.index()));
    // SAFETY: what a reference parameter accepts is a reference.
    let object = unsafe { Parameter::reference(ty).accept(env, types, variable)?.l };
    if object.is_null() { Err(Failure::NULL_POINTER) } else { Ok(object) }
}

/// What a member is called with.
fn arguments_of(
    env: Env,
    types: &mut ErasedTypes,
    member: &Member,
    variables: &[Variable],
    arguments: &[VariableRef],
) -> Result<Arguments, Failure> {
    if arguments.len() != member.parameters.len() {
        return Err(Failure::CLASS_CAST);
    }
    let mut values = Arguments::new();
    for (argument, parameter) in arguments.iter().zip(&member.parameters) {
        values.push(parameter.accept(env, types, variables.get(argument.index()))?);
    }
    // SAFETY: an outer instance is a reference.
    if member.first_argument_is_outer && values.first().is_some_and(|outer| unsafe { outer.l }.is_null()) {
        return Err(Failure::NULL_POINTER);
    }
    Ok(values)
}
