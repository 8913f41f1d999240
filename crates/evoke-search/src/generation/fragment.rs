//! Statements under construction that will enter a test at one position, all or none.

use evoke_testcase::{Statement, TestCase, VariableRef};

/// New statements for one position of a test. They may refer to what the test defines before that position.
pub(crate) struct Fragment<'t> {
    test: &'t TestCase,
    position: usize,
    room: usize,
    statements: Vec<Statement>,
    source: Source,
    preferred: Vec<VariableRef>,
}

/// What the strings are for that are made now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Source {
    /// Anything.
    #[default]
    Any,
    /// Arguments of a call that makes a parser of XML, or something that one reads from.
    Parser,
    /// What such an argument is made of: the text behind a reader or stream.
    Parsed,
    /// Arguments of a call that connects to another machine.
    Connection,
    /// What a connection gives: streams.
    Connected,
    /// What such a stream is made of: the text that another machine answers.
    Reply,
}

impl Source {
    /// What arguments of a call are for, where what it gives is for this; `of_call` is what they are for whatever that is.
    fn of_arguments(self, of_call: Self) -> Self {
        match self {
            _ if of_call != Self::Any => of_call,
            Self::Any | Self::Connection | Self::Connected => Self::Any,
            Self::Reply => Self::Reply,
            Self::Parser | Self::Parsed => Self::Parsed,
        }
    }
}

impl<'t> Fragment<'t> {
    /// An empty fragment before `position` of the test, which may grow to `max_length` statements in all.
    pub(crate) fn new(test: &'t TestCase, position: usize, max_length: usize) -> Self {
        Self {
            test,
            position,
            room: max_length.saturating_sub(test.len()),
            statements: Vec::new(),
            source: Source::Any,
            preferred: Vec::new(),
        }
    }

    /// With variables of the test that calls had better be given.
    pub(super) fn preferring(self, preferred: Vec<VariableRef>) -> Self {
        Self { preferred, ..self }
    }

    /// Variables of the test that calls had better be given.
    pub(super) fn preferred(&self) -> &[VariableRef] {
        &self.preferred
    }

    /// Appends a statement, if there is room.
    pub(crate) fn push(&mut self, statement: Statement) -> Option<VariableRef> {
        if self.statements.len() >= self.room {
            return None;
        }
        self.statements.push(statement);
        Some(VariableRef((self.position + self.statements.len()) as u32 - 1))
    }

    /// Begins the arguments of a call or what a stub gives; gives what to set back when they are there.
    pub(super) fn begin_arguments(&mut self, of_call: Source) -> Source {
        let arguments = self.source.of_arguments(of_call);
        std::mem::replace(&mut self.source, arguments)
    }

    /// Ends them.
    pub(super) fn end_arguments(&mut self, before: Source) {
        self.source = before;
    }

    /// Whether a string that is made now will be read by a parser.
    pub(super) fn is_parsed(&self) -> bool {
        self.source == Source::Parsed
    }

    /// Whether a string that is made now is given to a call that connects to another machine.
    pub(super) fn is_for_connection(&self) -> bool {
        self.source == Source::Connection
    }

    /// Whether a connection gives what is made now.
    pub(super) fn is_connected(&self) -> bool {
        self.source == Source::Connected
    }

    /// Whether what is made now is read from a connection.
    pub(super) fn is_reply(&self) -> bool {
        self.source == Source::Reply
    }

    /// Number of statements so far.
    pub(crate) fn len(&self) -> usize {
        self.statements.len()
    }

    /// Takes back all but the first `length` statements.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.statements.truncate(length);
    }

    /// Statements that the next one may refer to, with the variables they define.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (VariableRef, &Statement)> + Clone {
        let before = &self.test.statements()[..self.position];
        before
            .iter()
            .chain(&self.statements)
            .enumerate()
            .map(|(position, statement)| (VariableRef(position as u32), statement))
    }

    /// The finished statements.
    pub(crate) fn into_statements(self) -> Vec<Statement> {
        self.statements
    }
}
