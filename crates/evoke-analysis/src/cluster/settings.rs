//! State of the process that the code reads and a test can set: what `System.in` gives, properties of the system, the default locale
//! and time zone, the level of `java.util.logging`, whether the thread is interrupted; and what `System.out` and `System.err` are, which it prints on. What sets one is offered only where the class under test, or a class that it uses, reads it. Environment variables
//! cannot be set.

use std::collections::BTreeSet;

use evoke_classfile::{
    ClassFile, ClassName, Code, Constant, Instruction, MemberRef, Operands, access, opcode,
};

use super::builder::Builder;
use super::setting::{LogCalls, PrintCalls, Setting};
use crate::CallableId;
use crate::generics::Bindings;

const THREAD: &str = "java/lang/Thread";

impl Setting {
    /// Each but the level of logging with the class and the name of what sets it.
    const SETTERS: [(Self, &str, &str); 5] = [
        (Self::StandardInput, "java/lang/System", "setIn"),
        (Self::Property, "java/lang/System", "setProperty"),
        (Self::Locale, "java/util/Locale", "setDefault"),
        (Self::TimeZone, "java/util/TimeZone", "setDefault"),
        (Self::Interrupt, THREAD, "interrupt"),
    ];

    /// What is printed on, with the name of the method of `System` that sets it.
    const PRINTED: [(Self, &str); 2] = [(Self::StandardOutput, "setOut"), (Self::StandardError, "setErr")];

    /// What a use of the member reads.
    fn read_by(member: &MemberRef<'_>) -> Option<Self> {
        Some(match (member.owner, member.name) {
            ("java/lang/System", "in") => Self::StandardInput,
            ("java/lang/System", "out") => Self::StandardOutput,
            ("java/lang/System", "err") => Self::StandardError,
            ("java/lang/System", "getProperty" | "getProperties")
            | ("java/lang/Boolean", "getBoolean")
            | ("java/lang/Integer", "getInteger")
            | ("java/lang/Long", "getLong") => Self::Property,
            (THREAD, "interrupted" | "isInterrupted") => Self::Interrupt,
            ("java/util/Locale", "getDefault") => Self::Locale,
            ("java/util/TimeZone", "getDefault") | ("java/time/ZoneId", "systemDefault") => Self::TimeZone,
            ("java/util/logging/Logger" | "java/lang/System$Logger", "isLoggable") => Self::LogLevel,
            // Without a library of its own it writes to `java.util.logging`.
            ("org/apache/commons/logging/Log", name) if name.ends_with("Enabled") => Self::LogLevel,
            _ => return None,
        })
    }
}

impl Builder<'_> {
    /// Finds the settings that these classes, or classes that they use, read.
    pub(super) fn add_settings(&mut self, files: &[impl AsRef<ClassFile>]) {
        let mut found = ReadSettings::default();
        if files.iter().any(|class| catches_interrupts(class.as_ref())) {
            found.settings.insert(Setting::Interrupt);
        }
        let mut used: BTreeSet<ClassName> = BTreeSet::new();
        for class in files {
            found.add_class(class.as_ref());
            used.extend(class.as_ref().constant_pool.members().map(|member| ClassName::new(member.owner)));
        }
        for name in used.iter().filter(|name| self.library.is_on_class_path(name)) {
            if let Some(class) = self.library.get(name) {
                found.add_class(&class);
            }
        }
        for (setting, owner, name) in Setting::SETTERS {
            if found.settings.contains(&setting)
                && let Some(id) = self.of_the_jdk(owner, name)
            {
                self.cluster.settings.setters.push((setting, id));
            }
        }
        if found.settings.contains(&Setting::LogLevel) {
            self.add_log_calls();
        }
        if found.settings.contains(&Setting::Interrupt) {
            self.cluster.settings.current_thread = self.of_the_jdk(THREAD, "currentThread");
        }
        self.cluster.settings.property_names = found.property_names.into_iter().collect();
        self.printed = Setting::PRINTED.into_iter().filter(|(it, _)| found.settings.contains(it)).collect();
    }

    /// What catches what is printed. To be added when no more types are to be generated: no search needs it.
    pub(super) fn add_print_calls(&mut self) {
        let printed = std::mem::take(&mut self.printed);
        let setters: Vec<(Setting, CallableId)> = printed
            .into_iter()
            .filter_map(|(setting, name)| Some((setting, self.of_the_jdk("java/lang/System", name)?)))
            .collect();
        let new_buffer = self.constructor_of_the_jdk("java/io/ByteArrayOutputStream", "()V");
        let new_stream = self.constructor_of_the_jdk("java/io/PrintStream", "(Ljava/io/OutputStream;)V");
        if let (false, Some(new_buffer), Some(new_stream)) = (setters.is_empty(), new_buffer, new_stream) {
            self.cluster.settings.print_calls = Some(PrintCalls { new_buffer, new_stream, setters });
        }
    }

    /// The method of the JDK; of several with this name the one that takes least.
    fn of_the_jdk(&mut self, owner: &str, name: &str) -> Option<CallableId> {
        let class = self.library.get(&owner.into())?;
        let named = class.methods.iter().filter(|method| method.name == name);
        let method = named.min_by_key(|method| method.descriptor.parameters.len())?;
        let receiver = (method.access_flags & access::STATIC == 0).then(|| self.canonical_type(&class));
        let callable = self.members().method(&class, method, receiver, &Bindings::new())?;
        Some(self.add(callable, 1))
    }

    fn add_log_calls(&mut self) {
        let manager = "java/util/logging/LogManager";
        let calls =
            [("java/util/logging/Logger", "setLevel"), (manager, "getLogManager"), (manager, "getLogger")];
        let [Some(set_level), Some(get_manager), Some(get_logger)] =
            calls.map(|(owner, name)| self.of_the_jdk(owner, name))
        else {
            return;
        };
        let levels = self.levels();
        if !levels.is_empty() {
            let settings = &mut self.cluster.settings;
            settings.setters.push((Setting::LogLevel, set_level));
            settings.log_calls = Some(LogCalls { get_manager, get_logger, levels });
        }
    }

    fn levels(&mut self) -> Vec<CallableId> {
        let Some(class) = self.library.get(&"java/util/logging/Level".into()) else { return Vec::new() };
        let of_interest = class.fields.iter().filter(|field| matches!(field.name.as_str(), "ALL" | "OFF"));
        let mut levels = Vec::new();
        for field in of_interest {
            let read = self.members().field_read(&class, field, None, &Bindings::new());
            levels.extend(read.map(|read| self.add(read, 1)));
        }
        levels
    }
}

/// What classes read.
#[derive(Default)]
struct ReadSettings {
    settings: BTreeSet<Setting>,
    property_names: BTreeSet<Vec<u16>>,
}

impl ReadSettings {
    fn add_class(&mut self, class: &ClassFile) {
        let read: BTreeSet<Setting> =
            class.constant_pool.members().filter_map(|member| Setting::read_by(&member)).collect();
        if read.contains(&Setting::Property) {
            for code in class.methods.iter().filter_map(|method| method.code.as_ref()) {
                self.add_property_names(class, code);
            }
        }
        self.settings.extend(read);
    }

    fn add_property_names(&mut self, class: &ClassFile, code: &Code) {
        for (position, instruction) in code.instructions.iter().enumerate() {
            let Some(reader) = property_reader(class, instruction) else { continue };
            // The name comes first, and what comes after it is mostly a constant.
            let n_arguments = 1 + usize::from(!reader.descriptor.starts_with("(Ljava/lang/String;)"));
            let first = position.checked_sub(n_arguments).and_then(|first| code.instructions.get(first));
            if let Some(Operands::Constant(index)) = first.map(|first| &first.operands)
                && let Some(Constant::String(units)) = class.constant_pool.loadable(*index)
            {
                self.property_names.insert(units);
            }
        }
    }
}

/// Whether the class says what happens where a thread that waits is interrupted.
fn catches_interrupts(class: &ClassFile) -> bool {
    let mut handlers =
        class.methods.iter().filter_map(|method| method.code.as_ref()).flat_map(|code| &code.exception_table);
    handlers.any(|handler| {
        handler.catch_type.as_ref().is_some_and(|caught| caught.as_str() == "java/lang/InterruptedException")
    })
}

fn property_reader<'a>(class: &'a ClassFile, instruction: &Instruction) -> Option<MemberRef<'a>> {
    let Operands::Constant(index) = instruction.operands else { return None };
    let member = class.constant_pool.member(index).filter(|_| instruction.opcode == opcode::INVOKESTATIC)?;
    (Setting::read_by(&member) == Some(Setting::Property)).then_some(member)
}
