//! The ways to choose what is asserted.

use evoke_analysis::named_enum;

named_enum! {
    /// By what assertions are chosen.
    pub enum AssertionChoice: "choice of assertions" {
        /// By the mutants of the class that they give away.
        Mutants = "mutants",
        /// By how much they seem to tell the reader.
        Telling = "telling",
    }
}
