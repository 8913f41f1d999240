//! Tests by names instead of ids: versioned text that is printed and parsed, like the textual form of a compiler's
//! intermediate code. It is stable across analyses of a class and reads well in a diff.
//!
//! ```text
//! evoke-tests 1
//! test {
//!   v0 = int 7
//!   v1 = string "a\u{d800}b"
//!   v2 = new org/example/Fraction(II)V (v0, v0)
//!   v3 = call org/example/Fraction.add(Lorg/example/Fraction;)Lorg/example/Fraction; on v2 (v2)
//!   v4 = get static org/example/Fraction.ONE:Lorg/example/Fraction;
//!   put org/example/Fraction.numerator:I on v2 (v0)
//!   v6 = array [I 3
//!   v6[0] = v0
//!   v8 = null Ljava/lang/String;
//!   v9 = class Lorg/example/Fraction;
//!   v10 = new java/util/ArrayList()V as ()Ljava/util/ArrayList<Ljava/lang/Integer;>; ()
//!   v11 = call java/util/ArrayList.clear()V on v10: Ljava/util/ArrayList<Ljava/lang/Integer;>; ()
//!   v12 = stub Ljava/util/function/DoubleUnaryOperator; ()V () { applyAsDouble(D)D = polynomial 0 [0.0, 1.5, -0.0] }
//! }
//! ```
//!
//! A statement stands on a line of its own. A variable may have any number as its name; printed tests number variables by
//! the position of their statement. Blank lines and lines that begin with `#` are skipped. The text is ASCII; other
//! characters, and those that would end a name, are written `\u{…}`.
//!
//! A member is named by class, name and descriptor. A generic one may be in a cluster several times, with other type
//! arguments: `as` gives its types in the notation of signatures (JVMS 4.7.9.1) where they differ from the descriptor, and
//! the receiver is followed by its type where that is not the plain class. Nothing else of a cluster is printed, so that
//! the text depends on the member alone and not on what else was found.

mod cursor;
mod description;
mod escape;
mod floats;
mod parser;
mod printer;
mod resolver;
mod symbolic_test;
mod syntax;
mod test_file;

pub use parser::ParseError;
pub use resolver::{ResolveError, Resolver};
pub use symbolic_test::SymbolicTest;
pub use test_file::{TestsOfClass, VERSION, parse_tests, print_tests};

#[cfg(test)]
mod tests;
