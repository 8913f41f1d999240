//! The syntax tree of a test's body: what Java means, not how it looks. There are no parentheses in it and no line ends.

use serde::{Deserialize, Serialize};

use super::types::{ClassType, Type};

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Expression {
    /// A literal without a sign, as it is written.
    Literal(String),
    /// A variable or parameter.
    Variable(String),
    /// A class, as the target of a static member.
    Class(ClassType),
    /// `target.name`
    Field { target: Box<Expression>, name: String },
    /// `array[index]`
    Element { array: Box<Expression>, index: u32 },
    /// `target.method(arguments)`
    Call { target: Box<Expression>, method: String, arguments: Vec<Expression> },
    /// `method(arguments)`, a static method of the class, which is imported by name.
    ImportedCall { class: String, method: String, arguments: Vec<Expression> },
    /// `method(arguments)`, a static method of the test class itself.
    OwnCall { method: String, arguments: Vec<Expression> },
    /// `new`, of a class.
    New(Box<Instantiation>),
    /// `new int[3]`; the type is that of the array.
    NewArray { ty: Type, length: u32 },
    /// `new int[] {1, 2, 3}`; the type is that of the array.
    ArrayInitializer { ty: Type, elements: Vec<Expression> },
    /// `Fraction.class`
    ClassLiteral(Type),
    /// `(ty) operand`
    Cast { ty: Type, operand: Box<Expression> },
    /// `-operand`
    Negation(Box<Expression>),
    /// `operand++`
    Increment(Box<Expression>),
    /// `left operator right`
    Binary { operator: Operator, left: Box<Expression>, right: Box<Expression> },
    /// `parameters -> body`
    Lambda { parameters: Vec<String>, body: LambdaBody },
    /// `target = value`
    Assignment { target: Box<Expression>, value: Box<Expression> },
}

/// An operator between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `<`
    Less,
}

/// `outer.new Class<>(arguments) { methods }`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Instantiation {
    /// The object that an inner class belongs to.
    pub(crate) outer: Option<Expression>,
    /// The class; the simple name of one that has an outer object.
    pub(crate) class: ClassType,
    /// Whether the compiler infers the type arguments.
    pub(crate) has_diamond: bool,
    /// What the constructor takes.
    pub(crate) arguments: Vec<Expression>,
    /// The body of an anonymous class.
    pub(crate) body: Option<ClassBody>,
}

/// `{ private int count; methods }`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ClassBody {
    /// Names of its fields, each of which counts something, from 0.
    pub(crate) counters: Vec<String>,
    /// What it overrides.
    pub(crate) methods: Vec<Method>,
    /// How a class with a name would extend the same; `None` if none is to.
    pub(crate) supertype: Option<Supertype>,
}

/// What an anonymous class is one of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Supertype {
    /// A class, which is constructed so.
    Class(Constructor),
    /// An interface.
    Interface,
}

/// The constructor of a superclass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Constructor {
    /// What it takes.
    pub(crate) parameters: Vec<Parameter>,
    /// What it declares to throw.
    pub(crate) throws: Vec<ClassType>,
}

/// `private static class name extends superclass { constructor methods }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NestedClass {
    /// Its simple name.
    pub(crate) name: String,
    /// What it extends or implements.
    pub(crate) class: ClassType,
    /// Which of these.
    pub(crate) supertype: Supertype,
    /// What it overrides.
    pub(crate) methods: Vec<Method>,
}

/// A public method that overrides another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Method {
    /// Its name.
    pub(crate) name: String,
    /// What it takes.
    pub(crate) parameters: Vec<Parameter>,
    /// What it gives.
    pub(crate) return_type: Type,
    /// What it declares to throw.
    pub(crate) throws: Vec<ClassType>,
    /// What it does.
    pub(crate) body: Vec<Statement>,
}

/// A parameter of a method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Parameter {
    /// Its type.
    pub(crate) ty: Type,
    /// Its name.
    pub(crate) name: String,
}

/// What a lambda does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum LambdaBody {
    /// Gives what the expression gives.
    Expression(Box<Expression>),
    /// Runs statements, few enough for one line.
    Block(Vec<Statement>),
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Statement {
    /// `ty name = value;`
    Declaration { ty: Type, name: String, value: Expression },
    /// `expression;`
    Expression(Expression),
    /// Checks something.
    Assertion(Assertion),
    /// `return value;`
    Return(Expression),
    /// `throw exception;`
    Throw(Expression),
    /// `try { … } catch (… …) { … }`
    Try(Try),
    /// `switch (…) { … }`
    Switch(Switch),
    /// `if (…) { … }`
    If(If),
}

/// A statement that only checks something: if it fails, it can be left out, or reduced to the call that it checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Assertion {
    /// The call on JUnit.
    pub(crate) check: Expression,
    /// The call inside it, as a statement of its own, if the test needs that call.
    pub(crate) call: Option<Box<Statement>>,
}

/// An `if` statement without `else`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct If {
    /// What has to hold.
    pub(crate) condition: Expression,
    /// What is done then.
    pub(crate) body: Vec<Statement>,
}

/// A `switch` statement over numbers from 0 on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Switch {
    /// What is looked at.
    pub(crate) selector: Expression,
    /// What is done for 0, 1 and so on; each returns or throws.
    pub(crate) cases: Vec<Vec<Statement>>,
    /// What is done for any other number.
    pub(crate) default: Vec<Statement>,
}

/// A `try` statement with one `catch`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Try {
    /// What is tried.
    pub(crate) body: Vec<Statement>,
    /// What is caught.
    pub(crate) exception: ClassType,
    /// What the caught exception is called.
    pub(crate) variable: String,
    /// What is done with it; nothing if it was to be expected.
    pub(crate) handler: Vec<Statement>,
}

impl Constructor {
    /// Whether a class has to declare how it calls it.
    pub(crate) fn is_needed(&self) -> bool {
        !(self.parameters.is_empty() && self.throws.is_empty())
    }
}

impl Expression {
    /// The variable of that name.
    pub(crate) fn variable(name: impl Into<String>) -> Self {
        Self::Variable(name.into())
    }

    /// A member of this object or class.
    pub(crate) fn field(self, name: impl Into<String>) -> Self {
        Self::Field { target: Box::new(self), name: name.into() }
    }

    /// A call on this object or class.
    pub(crate) fn call(self, method: impl Into<String>, arguments: Vec<Self>) -> Self {
        Self::Call { target: Box::new(self), method: method.into(), arguments }
    }

    /// The value as that type.
    pub(crate) fn cast(self, ty: impl Into<Type>) -> Self {
        Self::Cast { ty: ty.into(), operand: Box::new(self) }
    }

    /// The value with the other sign.
    pub(crate) fn negated(self) -> Self {
        Self::Negation(Box::new(self))
    }

    /// The operator between this and another value.
    pub(crate) fn combined(self, operator: Operator, right: Self) -> Self {
        Self::Binary { operator, left: Box::new(self), right: Box::new(right) }
    }

    /// Gives this variable, field or element another value.
    pub(crate) fn assigned(self, value: Self) -> Self {
        Self::Assignment { target: Box::new(self), value: Box::new(value) }
    }

    /// `new class(arguments)`
    pub(crate) fn new_object(class: ClassType, arguments: Vec<Self>) -> Self {
        Self::New(Box::new(Instantiation { outer: None, class, has_diamond: false, arguments, body: None }))
    }
}
