//! Classes that are not worked on since of what lies where their suite would go.

use evoke_junit::Ownership;

use crate::destination::Destination;

/// Why no suite is written there, if so.
pub(super) fn reason(destination: &Destination) -> Option<String> {
    let file = destination.path.file_name().unwrap_or_default().to_string_lossy();
    match destination.owner() {
        Ok(None | Some(Ownership::Own)) => None,
        Ok(Some(Ownership::Edited)) => Some(format!("{file} was edited and is left as it is")),
        Ok(Some(Ownership::Foreign)) => Some(format!("{file} is there and was not written by Evoke")),
        Err(error) => Some(format!("{file} cannot be read: {error}")),
    }
}
