//! The JDK that runs the classes of a project: new enough for all of them.

use evoke_classfile::Jdk;

use crate::failure::Failure;

/// The JDK given if it is new enough for this release, else the oldest of the machine's that is. `asked` is whether the user named the one given.
pub(super) fn fit_jdk(given: Jdk, asked: bool, release: u16) -> Result<Jdk, Failure> {
    if given.feature >= release {
        return Ok(given);
    }
    let other = if asked { None } else { Jdk::oldest_for(release) };
    other.ok_or_else(|| {
        let others = if asked { Vec::new() } else { Jdk::all() };
        let newest = others.iter().map(|jdk| jdk.feature).max().unwrap_or(0).max(given.feature);
        Failure::environment(format_args!(
            "the project is compiled for Java {release}, but the newest JDK found is Java {newest}"
        ))
        .with_hint("give a newer JDK with --java-home")
    })
}
