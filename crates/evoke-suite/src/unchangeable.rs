//! Objects that stay as they are made, whatever they are given to: nothing that they show is news of a call.

use evoke_analysis::Callable;

/// Interfaces of collections whose factories give what nobody can add to.
const COLLECTIONS: [&str; 3] = ["java/util/List", "java/util/Map", "java/util/Set"];
/// Classes whose objects stay as they are made.
const VALUES: [&str; 6] = [
    "java/math/BigDecimal",
    "java/math/BigInteger",
    "java/net/URI",
    "java/nio/file/Path",
    "java/util/Locale",
    "java/util/UUID",
];
/// The package of such classes.
const TIMES: &str = "java/time/";

/// Whether no call changes what this gives: dates, exact numbers, collections that are fixed, paths.
pub(crate) fn is_unchangeable(producer: &Callable) -> bool {
    let owner = producer.owner.as_str();
    let is_fixed = producer.is_static && COLLECTIONS.contains(&owner);
    is_fixed || producer.folder_call().is_some() || VALUES.contains(&owner) || owner.starts_with(TIMES)
}
