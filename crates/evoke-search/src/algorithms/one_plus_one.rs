//! The (1+1) evolutionary algorithm over suites with an archive (Campos et al., 2018): one suite, which its mutant replaces
//! unless it is worse. It is mu+lambda with one of each.

use crate::PlusStrategy;

/// One parent, one child.
pub(super) const STRATEGY: PlusStrategy = PlusStrategy { mu: 1, lambda: 1 };
