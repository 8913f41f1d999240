//! State of the process that tests can set, as data.

use crate::CallableId;

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Setting {
    /// What `System.in` is.
    StandardInput,
    /// A property of the system.
    Property,
    /// The default locale.
    Locale,
    /// The default time zone.
    TimeZone,
    /// The level below which `java.util.logging` says nothing, of all loggers that have none of their own.
    LogLevel,
    /// What `System.out` is.
    StandardOutput,
    /// What `System.err` is.
    StandardError,
    /// Whether the thread of the test is interrupted.
    Interrupt,
}

/// The calls that set the level of the logger that others take theirs from, besides the setter:
/// `LogManager.getLogManager().getLogger("").setLevel(Level.ALL)`. `Logger.getLogger` asks who calls it, which is nobody where
/// JNI does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogCalls {
    /// `LogManager.getLogManager()`
    pub get_manager: CallableId,
    /// `LogManager.getLogger(String)`
    pub get_logger: CallableId,
    /// Reads of the levels at which everything or nothing is said; not empty.
    pub levels: Vec<CallableId>,
}

/// The calls that catch what is printed: `System.setOut(new PrintStream(buffer))`, where the buffer is a
/// `new ByteArrayOutputStream()`, which tells by `toString()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintCalls {
    /// `new ByteArrayOutputStream()`
    pub new_buffer: CallableId,
    /// `new PrintStream(OutputStream)`
    pub new_stream: CallableId,
    /// `System.setOut` and `System.setErr`, as far as something is printed there, with what they set; not empty.
    pub setters: Vec<(Setting, CallableId)>,
}

/// The settings that the class under test reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Calls that set something that is read, with what they set; none that catches what is printed.
    pub setters: Vec<(Setting, CallableId)>,
    /// Names of the properties that are read, as far as they are written where that happens; ascending.
    pub property_names: Vec<Vec<u16>>,
    /// What a level is set with, if one is read.
    pub log_calls: Option<LogCalls>,
    /// `Thread.currentThread()`, if it is asked whether that is interrupted.
    pub current_thread: Option<CallableId>,
    /// What catches what is printed, if anything is.
    pub print_calls: Option<PrintCalls>,
}

impl Settings {
    /// What the call sets, if it sets anything.
    pub fn set_by(&self, callable: CallableId) -> Option<Setting> {
        let catching = self.print_calls.iter().flat_map(|calls| &calls.setters);
        self.setters
            .iter()
            .chain(catching)
            .find(|(_, setter)| *setter == callable)
            .map(|(setting, _)| *setting)
    }
}
