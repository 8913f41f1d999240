//! The ways to cross two tests.

use evoke_analysis::named_enum;

named_enum! {
    /// How two tests are crossed.
    pub enum CrossoverName: "crossover" {
        /// At one point.
        SinglePoint = "single-point",
        /// At one point, then the arguments of calls with the same signature.
        Hmx = "hmx",
    }
}
