//! The random generator of a search.

/// Small, fast, and with the same stream for a seed everywhere.
pub(crate) type SearchRng = rand_pcg::Pcg64Mcg;
