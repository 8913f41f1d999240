//! The JDK that runs the classes of a project: new enough for all of them.

use evoke_classfile::Jdk;

use crate::failure::Failure;

/// The JDK given if it is new enough for this release, else the oldest of the machine's that is. `asked` is whether the user named the one given.
pub(super) fn fit_jdk(given: Jdk, asked: bool, release: u16) -> Result<Jdk, Failure> {
    if given.feature >= release {
        return Ok(given);
    }
    let others = if asked { Vec::new() } else { Jdk::all() };
    let newest = others.iter().map(|jdk| jdk.feature).max().unwrap_or(0).max(given.feature);
    others.into_iter().filter(|jdk| jdk.feature >= release).min_by_key(|jdk| jdk.feature).ok_or_else(|| {
        Failure::environment(format_args!(
            "the project is compiled for Java {release}, but the newest JDK found is Java {newest}"
        ))
        .with_hint("give a newer JDK with --java-home")
    })
}
