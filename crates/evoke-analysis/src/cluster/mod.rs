//! What a test can call and build. Built before the search, never changed by it.

mod ancestry;
mod builder;
mod callable;
mod callbacks;
mod canonical_type;
mod class_literals;
mod class_tokens;
mod closed_world;
mod files;
mod generators;
mod hidden_classes;
mod inspectors;
mod limits;
mod member_key;
mod member_lookups;
mod member_resolver;
mod members;
mod modifiers;
mod namesakes;
mod narrower;
mod neighbours;
mod purity;
mod ranking;
mod resolved_members;
mod specimens;
mod stub_type;
mod stubs;
mod test_cluster;
mod tested_types;
mod type_arguments;

pub use callable::{Callable, CallableKind};
pub use limits::ClusterLimits;
pub use member_lookups::MemberLookup;
pub(crate) use purity::is_pure_by_name;
pub use stub_type::{PossibleCallback, StubMethod, StubType};
pub use test_cluster::TestCluster;
