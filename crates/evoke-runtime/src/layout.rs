//! The numbers and words that Java and Rust both know, each written here and nowhere else: positions in arrays that Java
//! fills and Rust reads, codes that instrumented code passes, words of the lines that processes send each other.
//!
//! Rust uses the constants as they are. The build script takes this file in too and writes each class of constants in
//! Java. Names and descriptors of methods are not here: Java declares them, and [`crate::members`] is made
//! from what it declares.

/// A class of constants, as the build script writes it in Java.
#[derive(Clone, Copy, Debug)]
pub struct ConstantClass {
    /// Its package, with dots.
    pub package: &'static str,
    /// Its simple name.
    pub name: &'static str,
    /// What the constants are.
    pub documentation: &'static str,
    /// In the order of this file.
    pub constants: &'static [Constant],
}

/// A constant of such a class.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The same in both languages.
    pub name: &'static str,
    /// What it stands for.
    pub documentation: &'static str,
    /// Its value.
    pub value: Literal,
}

/// A value that both languages can write down.
#[derive(Clone, Copy, Debug)]
pub enum Literal {
    /// An `int`.
    Int(i32),
    /// A string that is written without escapes.
    Word(&'static str),
}

macro_rules! constant_classes {
    ($(
        $(#[doc = $documentation:literal])+
        $module:ident, $package:literal, $class:ident: $literal:ident($type:ty) {
            $( $(#[doc = $constant_documentation:literal])+ $name:ident = $value:expr; )+
        }
    )+) => {
        $(
            $(#[doc = $documentation])+
            pub mod $module {
                $( $(#[doc = $constant_documentation])+ pub const $name: $type = $value; )+
            }
        )+

        /// All of them.
        pub const CONSTANT_CLASSES: &[ConstantClass] = &[$(
            ConstantClass {
                package: $package,
                name: stringify!($class),
                documentation: concat!($($documentation),+),
                constants: &[$(
                    Constant {
                        name: stringify!($name),
                        documentation: concat!($($constant_documentation),+),
                        value: Literal::$literal($module::$name),
                    },
                )+],
            },
        )+];
    };
}

constant_classes! {
    /// Where a call comes from, as `Tracer` knows it.
    call_contexts, "evoke.runtime", CallContexts: Int(i32) {
        /// It is not told.
        NONE = 0;
        /// The context with the lowest id; the others follow.
        FIRST = 1;
    }

    /// Positions in `Tracer.state`.
    trace_state, "evoke.runtime", TraceState: Int(i32) {
        /// Number of predicates that were executed.
        TOUCHED_PREDICATES = 0;
        /// Number of lines that ran.
        TOUCHED_LINES = 1;
        /// Number of methods that were entered.
        TOUCHED_METHODS = 2;
        /// Non-zero once code tried to end the JVM.
        EXIT_ATTEMPTS = 3;
        /// Number of mutants that were reached.
        TOUCHED_MUTANTS = 4;
        /// Calls, counted only where the instrumentation was asked to.
        CALLS = 5;
        /// Allocations but for the first at each place, counted only where the instrumentation was asked to.
        REPEATED_ALLOCATIONS = 6;
        /// Lines that began, counted only where the instrumentation was asked to.
        LINE_EXECUTIONS = 7;
        /// Threads that the runner made.
        THREADS = 8;
        /// Non-zero once code tried to change a file that is none of a test's.
        REFUSALS = 9;
        /// Number of positions.
        LENGTH = REFUSALS + 1;
    }

    /// What classes of the second JVM have that no source has.
    class_marks, "evoke.runtime", ClassMarks: Word(&str) {
        /// The name of a field.
        FIELD = "$evokeData";
        /// The name of a method.
        METHOD = "$evokeInit";
    }

    /// Ids of mutants as the runtime classes know them.
    mutants, "evoke.runtime", Mutants: Int(i32) {
        /// No mutant: the original.
        NONE = -1;
    }

    /// Ids of predicates that are no goal's.
    foreign_predicates, "evoke.runtime", ForeignPredicates: Int(i32) {
        /// Ids from here on are those of jumps in classes that are not under test. They only tell what decided the result of their method.
        FIRST = 1 << 30;
    }

    /// Types of the operands that `Operands` notes.
    operand_type, "evoke.runtime", OperandType: Int(i32) {
        /// What Java compares as an int.
        INT = 0;
        /// A long.
        LONG = 1;
        /// A double or a float, by the bits of the double.
        DOUBLE = 2;
        /// Both sides are in `Operands.texts`.
        TEXT = 3;
        /// The same, and the right side is a regular expression.
        PATTERN = 4;
    }

    /// Positions of what `Operands.numbers` holds of one pair of operands.
    operand_pair, "evoke.runtime", OperandPair: Int(i32) {
        /// Id of the predicate.
        PREDICATE = 0;
        /// An operand type.
        TYPE = 1;
        /// The number on the left.
        LEFT = 2;
        /// The number on the right.
        RIGHT = 3;
        /// Numbers of one pair.
        LENGTH = RIGHT + 1;
    }

    /// How an operator and those that its mutants put in its place are passed as one number: the original in the lowest bits, then the others in the order of their mutants.
    packed_operators, "evoke.runtime", PackedOperators: Int(i32) {
        /// Bits of each.
        BITS = 3;
        /// The lowest of them.
        MASK = (1 << BITS) - 1;
    }

    /// Relations are sums of these, by what a number may be beside 0. Never and always are the empty and the full sum.
    relation, "evoke.runtime", Relation: Int(i32) {
        /// It may be less.
        LESS = 1;
        /// It may be 0.
        EQUAL = 2;
        /// It may be greater.
        GREATER = 4;
        /// Mutants of one comparison of numbers.
        MUTANTS_OF_COMPARISON = 3;
        /// Mutants of one test of a boolean.
        MUTANTS_OF_TEST = 2;
    }

    /// Arithmetic operators.
    arithmetic_operator, "evoke.runtime", ArithmeticOperator: Int(i32) {
        /// `+`
        ADD = 0;
        /// `-`
        SUBTRACT = 1;
        /// `*`
        MULTIPLY = 2;
        /// `/`
        DIVIDE = 3;
        /// `%`
        REMAINDER = 4;
        /// Mutants of one operator.
        MUTANTS = REMAINDER;
    }

    /// Bitwise and shift operators.
    bitwise_operator, "evoke.runtime", BitwiseOperator: Int(i32) {
        /// `<<`
        SHIFT_LEFT = 0;
        /// `>>`
        SHIFT_RIGHT = 1;
        /// `>>>`
        UNSIGNED_SHIFT_RIGHT = 2;
        /// `&`
        AND = 3;
        /// `|`
        OR = 4;
        /// `^`
        XOR = 5;
        /// Mutants of one operator.
        MUTANTS = 2;
    }

    /// What a mutant gives in place of a number.
    replacement, "evoke.runtime", Replacement: Int(i32) {
        /// 0
        ZERO = 0;
        /// 1
        ONE = 1;
        /// -1
        MINUS_ONE = 2;
        /// One more.
        INCREMENTED = 3;
        /// One less.
        DECREMENTED = 4;
        /// Minus the number.
        NEGATED = 5;
        /// 1 for 0 and 0 for any other, which also negates a boolean.
        ONE_IF_ZERO = 6;
    }

    /// What a mutant gives in place of a string.
    text_replacement, "evoke.runtime", TextReplacement: Int(i32) {
        /// The empty one.
        EMPTY = 0;
        /// Another one.
        OTHER = 1;
    }

    /// The object that a mutant returns in place of another one.
    returned_object, "evoke.runtime", ReturnedObject: Int(i32) {
        /// An `Optional` of nothing.
        OPTIONAL = 0;
        /// A stream of nothing.
        STREAM = 1;
        /// A list of nothing.
        LIST = 2;
        /// A set of nothing.
        SET = 3;
        /// A map of nothing.
        MAP = 4;
        /// The empty string; it and those that follow are compared by their values.
        STRING = 5;
        /// The box of `true`.
        TRUE = 6;
        /// The box of `false`.
        FALSE = 7;
        /// The box of a byte that is 0.
        BYTE = 8;
        /// The box of a short that is 0.
        SHORT = 9;
        /// The box of a character that is 0.
        CHARACTER = 10;
        /// The box of an int that is 0.
        INTEGER = 11;
        /// The box of a long that is 0.
        LONG = 12;
        /// The box of a float that is 0.
        FLOAT = 13;
        /// The box of a double that is 0.
        DOUBLE = 14;
    }

    /// What is told of a value that a compiled test passes or is given.
    value_codes, "evoke.runtime", ValueCodes: Int(i32) {
        /// `null`
        NULL = 0;
        /// A number below zero.
        NEGATIVE = 1;
        /// Zero, or `false`.
        ZERO = 2;
        /// A number above zero, or `true`.
        POSITIVE = 3;
        /// Not a number.
        NOT_A_NUMBER = 4;
        /// Of length 0.
        EMPTY = 5;
        /// Longer.
        NOT_EMPTY = 6;
        /// Any other object.
        OBJECT = 7;
        /// The first constant of an enum; the others follow.
        CONSTANT = 1 << 16;
        /// The first character; the others follow.
        CHARACTER = 1 << 24;
    }

    /// Values of `ImmutableCollections.SALT32L` and, before Java 15, of its `SALT`, with which `Set.of` and `Map.of` are iterated from the first
    /// slot of their tables to the last or exactly the other way round. Iteration starts at the part of a table that the salt is of 2^32 (the
    /// remainder of the salt and the number of slots), but a step is made before a slot is looked at. Of JDK 10 to 14 none was at hand.
    collection_salts, "evoke.verify", CollectionSalts: Int(i32) {
        /// The greatest there is, as an `int`.
        UP = -1;
        /// The least.
        DOWN = 0;
        /// One less than what all even numbers of slots up to 40 divide, which are those of up to 20 elements; that it is not negative makes it go up.
        UP_BEFORE_15 = 465_585_119;
        /// What these divide, negative.
        DOWN_BEFORE_15 = -UP_BEFORE_15 - 1;
    }

    /// Words with which the lines begin, and some continue, that Rust and a JVM that runs suites send each other.
    runner_words, "evoke.verify", Words: Word(&str) {
        /// Asks to get ready for compiling, by compiling something into a folder.
        WARM_UP = "warm-up";
        /// Announces a suite after another one.
        NEXT_SUITE = "next-suite";
        /// Asks to compile a source file into a folder.
        COMPILE = "compile";
        /// Asks to run tests of a suite.
        RUN = "run";
        /// To run them as they will be run.
        HOME = "home";
        /// The same where libraries speak another language.
        HOME_TRANSLATED = "home-translated";
        /// To run them in surroundings that are different in every way that tests should not notice, east of Greenwich.
        EAST = "east";
        /// The same in the west.
        WEST = "west";
        /// The same where libraries speak that other language.
        TRANSLATED = "translated";
        /// The same as part of the application, whose class loader loads every class once in the life of a process.
        APPLICATION = "application";
        /// A line of the source is wrong.
        ERROR = "error";
        /// The compiler warns of a line; what it calls the kind of warning.
        WARNING = "warning";
        /// The compiler has ended.
        COMPILED = "compiled";
        /// A test begins.
        START = "start";
        /// It passed.
        PASS = "pass";
        /// It failed.
        FAIL = "fail";
        /// What a test cost.
        COST = "cost";
        /// A test has left something changed that all tests share; what.
        LEFT = "left";
        /// It is what comes from the standard input.
        STANDARD_INPUT = "standard-input";
        /// It is where what is printed goes.
        STANDARD_OUTPUT = "standard-output";
        /// It is where errors go.
        STANDARD_ERROR = "standard-error";
        /// It is properties of the system.
        PROPERTIES = "properties";
        /// It is the default locale.
        LOCALE = "locale";
        /// It is the default time zone.
        TIME_ZONE = "time-zone";
        /// All tests have run; whether threads were made meanwhile.
        DONE = "done";
        /// The runner itself cannot go on.
        BROKEN = "broken";
    }

    /// The locales of the surroundings in which suites are verified, as language tags.
    verify_locales, "evoke.verify", VerifyLocales: Word(&str) {
        /// Has digits of its own, which `String.format` uses where it is given no locale.
        EAST = "ar-EG-u-nu-arab";
        /// Small letters have other capitals.
        WEST = "tr-TR";
        /// The language that most libraries have their messages translated to, if they have them translated.
        TRANSLATED = "de";
        /// The same in a country.
        APPLICATION = "de-DE";
    }

    /// Names of methods that generated classes have beside their tests.
    fixture_names, "evoke.verify", FixtureNames: Word(&str) {
        /// Sets the default locale before each test.
        SET_LOCALE = "setLocale";
    }

    /// Words with which the lines begin that Rust and a JVM that measures a suite send each other.
    measure_words, "evoke.measure", MeasureWords: Word(&str) {
        /// Makes room for the tables of the classes that are measured.
        CONFIGURE = "configure";
        /// There is room.
        CONFIGURED = "configured";
        /// Names the keys of a switch.
        SWITCH = "switch";
        /// Names the contexts of a method.
        CONTEXTS = "contexts";
        /// Asks for the tests of classes.
        DISCOVER = "discover";
        /// There is a test.
        FOUND = "found";
        /// Asks to run a test.
        TEST = "test";
        /// Asks to run a test on mutants.
        MUTANTS = "mutants";
        /// Asks to put other code in the place of a class.
        REDEFINE = "redefine";
        /// A mutant is switched on.
        START = "start";
        /// The test passed.
        PASS = "pass";
        /// It failed.
        FAIL = "fail";
        /// It was left out, or a class.
        SKIP = "skip";
        /// It fails on the original after a mutant.
        SPOILT = "spoilt";
        /// All that was asked for is done.
        DONE = "done";
        /// The runner itself cannot go on.
        BROKEN = "broken";
    }
}

/// Methods of `java.lang.Character` that test a character and whose distance is known. `Decision` has one of each name.
pub const CHARACTER_TESTS: &[&str] = &[
    "isDigit",
    "isLetter",
    "isLetterOrDigit",
    "isUpperCase",
    "isLowerCase",
    "isWhitespace",
    "isJavaIdentifierStart",
    "isJavaIdentifierPart",
];
