//! Test cases out of tests that somebody else wrote and compiled: what they construct and call, in their order.
//!
//! [`transcribe()`] runs the code of test methods on abstract values: constants, variables of the test case, and *unknown*. It
//! follows what comes before a test (field initialisers, constructors, set-up methods), helper methods of the test classes, lambdas that are handed to
//! assertions, jumps that constants decide, and loops that these bound. What it does not know is left out with all that needs it; at a
//! jump that an unknown value decides it ends. Nothing is run, and every test case has passed the verifier. So it is a source of
//! ideas for a search, and no more.

mod abstract_value;
mod arithmetic;
mod draft;
mod frame;
mod interpreter;
mod member_index;
mod test_classes;
mod test_methods;
mod test_reader;
mod transcribe;

pub use transcribe::transcribe;
