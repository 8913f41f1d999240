//! Files, by Landlock: read anywhere, write where it is allowed. Also TCP, and signals where the kernel scopes them.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use super::programs::Programs;

/// What the rules are written for; an older kernel takes the part it knows.
const WANTED: ABI = ABI::V6;

/// Devices that programs write to without doing anything.
const HARMLESS: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Restricts this thread and those it will start.
pub(super) fn restrict(writable: &[&Path], programs: Programs) -> Result<(), String> {
    match apply(writable, programs) {
        Ok(RulesetStatus::NotEnforced) => Err("the kernel has no Landlock".to_owned()),
        // Partial is what a kernel gives that lacks the newest rights; those on files came first.
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

fn apply(writable: &[&Path], programs: Programs) -> Result<RulesetStatus, RulesetError> {
    let everything = AccessFs::from_all(WANTED);
    // Libraries load without the right to execute, which is the right to run as a program.
    let read = match programs {
        Programs::Refused => AccessFs::from_read(WANTED) & !AccessFs::Execute,
        Programs::MayTakeOver => AccessFs::from_read(WANTED),
    };
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(everything)?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?
        .add_rules(path_beneath_rules(["/"], read))?
        .add_rules(path_beneath_rules(writable, everything & !AccessFs::Execute))?
        .add_rules(path_beneath_rules(HARMLESS, AccessFs::ReadFile | AccessFs::WriteFile))?
        .restrict_self()?;
    Ok(status.ruleset)
}
